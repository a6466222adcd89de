type Work = (lock: Lock | null) => unknown

interface Request {
  granted(): void
  stolen(): void
}

/** Web Locks for tests, exclusive ones only: waiting in line, stealing, giving up by a signal. One object is one browser. */
export function createFakeWebLocks(): LockManager {
  const lines = new Map<string, Request[]>()
  const lineOf = (name: string) => {
    const line = lines.get(name) ?? []
    lines.set(name, line)
    return line
  }
  const leave = (name: string, request: Request) => {
    const line = lineOf(name)
    const at = line.indexOf(request)
    if (at < 0) return
    line.splice(at, 1)
    if (at === 0) line[0]?.granted()
  }
  const request = (name: string, { signal, steal }: LockOptions, work: Work): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const line = lineOf(name)
      let isGranted = false
      const own: Request = {
        granted: () => {
          isGranted = true
          void Promise.resolve()
            .then(() => work({ name, mode: 'exclusive' }))
            .finally(() => leave(name, own))
            .then(resolve, reject)
        },
        stolen: () => reject(new DOMException('The lock was stolen.', 'AbortError')),
      }
      signal?.addEventListener('abort', () => {
        if (isGranted) return
        leave(name, own)
        reject(signal.reason)
      })
      if (steal) {
        line.shift()?.stolen()
        line.unshift(own)
      } else line.push(own)
      if (line[0] === own) own.granted()
    })
  const query = async () => ({
    held: [...lines].flatMap(([name, line]) => (line.length > 0 ? [{ name, mode: 'exclusive' as const, clientId: '' }] : [])),
    pending: [],
  })
  return { request, query } as unknown as LockManager
}
