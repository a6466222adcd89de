import { tuneV8 } from '#platform/node/v8-flags.ts'

/** Tunes V8 for a command: a load test, an import and a design are worth its whole effort, and the companion, which is there for days, all but memory; the rest is over soon. */
export function tuneV8For(command: string | undefined): void {
  if (command === 'load' || command === 'import' || command === 'design') return
  // V8 lets the space for new objects grow to 32 MB before it looks for garbage there. A run makes garbage at a steady rate, so
  // looking more often costs no time and keeps its memory flat (bench/README.md).
  tuneV8('--semi-space-growth-factor=1')
  // undici's parser is WebAssembly, which V8 compiles a second time in the background to make it faster: a tenth more requests of a load
  // test, but 36 MB, and 0.1 s of every run (bench/README.md). The first compilation stays.
  tuneV8('--liftoff-only')
  if (command === 'serve') return
  // V8 would compile more for speed than a run of ordinary length earns back, on the processor that the run needs (bench/README.md).
  tuneV8('--interrupt-budget=300000', { until: 11 })
  tuneV8('--invocation-count-for-turbofan=20000', { from: 12 })
}
