import type { Host, Output } from './host.ts'
import { createStatusLine, hasColours, painted, type StatusLine } from './terminal.ts'

/** An output of the process. Errors such as EPIPE arrive as events; they are kept, and nothing more is written. */
function outputOf(stream: NodeJS.WriteStream, status: StatusLine | undefined): Output {
  let failed: Error | undefined
  let written = false
  stream.on('error', (error) => (failed ??= error))
  const write = (text: string): void => {
    written = true
    if (failed !== undefined || text === '') return
    if (status && stream.isTTY) status.write(stream, text)
    else stream.write(text)
  }
  return {
    paint: hasColours(stream, process.env) ? (text, style) => write(painted(text, style)) : undefined,
    status: status && stream.isTTY ? (text) => void (failed ?? status.show(text)) : undefined,
    get failed() {
      return failed
    },
    write,
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
  const status = createStatusLine(process.stdout, process.env)
  const errors = outputOf(process.stderr, status)
  return {
    say: (text) => errors.write(text),
    out: outputOf(process.stdout, status),
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
