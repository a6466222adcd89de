import type { Host } from '../host.ts'

/** A host that keeps what was said. */
export interface TestHost extends Host {
  readonly said: string
  readonly printed: string
  /** As Ctrl+C does. */
  interrupt(): void
}

/** A host for tests: no terminal, no environment, unless given. */
export function createTestHost(more: Partial<Host> = {}): TestHost {
  let said = ''
  let printed = ''
  const interruption = new AbortController()
  return {
    say: (text) => void (said += text),
    out: { write: (text) => void (printed += text), failed: undefined, flush: () => Promise.resolve() },
    environment: {},
    terminal: false,
    typed: () => {},
    interrupted: () => interruption.signal,
    root: process.cwd(),
    ...more,
    get said() {
      return said
    },
    get printed() {
      return printed
    },
    interrupt: () => interruption.abort(),
  }
}
