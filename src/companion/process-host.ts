import type { Host, Output } from './host.ts'

/** An output of the process. Errors such as EPIPE arrive as events; they are kept, and nothing more is written. */
function outputOf(stream: NodeJS.WriteStream): Output {
  let failed: Error | undefined
  let written = false
  stream.on('error', (error) => (failed ??= error))
  return {
    colour: stream.isTTY && stream.hasColors() && !process.env['NO_COLOR'],
    get failed() {
      return failed
    },
    write(text) {
      written = true
      if (failed === undefined) stream.write(text)
    },
    flush: () =>
      new Promise((resolve) => {
        // Even nothing can't be written to a full disk.
        if (!written || failed !== undefined || stream.destroyed) resolve()
        else stream.write('', () => resolve())
      }),
  }
}

/** The real process as a command sees it. Ctrl+C, SIGTERM and a closed terminal ask it to end; a second one ends it at once. */
export function createProcessHost(root: string): Host {
  const interruption = new AbortController()
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(130)
    interruption.abort()
  }
  let isHeard = false
  const errors = outputOf(process.stderr)
  return {
    say: (text) => errors.write(text),
    out: outputOf(process.stdout),
    protocol: () => ({ input: process.stdin, output: process.stdout }),
    environment: process.env,
    terminal: process.stdin.isTTY && process.stderr.isTTY,
    // Only who asks for it can end in good order; whatever else the process does is ended by the signal itself, at once.
    interrupted() {
      if (!isHeard) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
      isHeard = true
      return interruption.signal
    },
    typed(take) {
      if (!process.stdin.isTTY || interruption.signal.aborted) return
      // Only who types needs it: every start would load it.
      const lines = process.getBuiltinModule('node:readline').createInterface({ input: process.stdin, terminal: false })
      lines.on('line', take)
      // A terminal that is gone isn't a reason to end.
      process.stdin.on('error', () => lines.close())
      interruption.signal.addEventListener('abort', () => lines.close(), { once: true })
    },
    runInThread: async (...asked) => (await import('./command-threads.ts')).runInThread(...asked),
    root,
  }
}
