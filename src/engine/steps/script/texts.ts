import { counted } from '#engine/base/counted.ts'
import { describeDuration } from '#engine/base/duration.ts'
import type { CheckResult } from '../step-kind.ts'
import type { ScriptErrorKind } from '#engine/scripting/script-io.ts'

/** Texts of the Script step. */
export const scriptStepTexts = {
  empty: 'The script is empty.',
  running: (name: string) => `The script "${name}"`,
  failed: ({ subject, actual }: CheckResult, count: number, all: number) =>
    `${count > 1 ? `${count} of ${all} checks failed. ` : ''}${subject}: ${actual}`,
  passes: 'passes',
  passed: 'passed',
  outside: 'Outside of a test',
  noSecret: 'Use the name of a secret, or of a variable that contains one.',
  broken: {
    thrown: (message, line) => `${message}${line === undefined ? '' : ` (line ${line})`}`,
    timeout: (_message, _line, milliseconds) => `The script was stopped after ${describeDuration(milliseconds)}.`,
    memory: () => 'The script was stopped: it needed more than 64 MB of memory.',
    stack: () => 'The script was stopped: its calls or values are nested too deeply.',
    waiting: () => 'The script waits for a promise that never settles.',
    crashed: (message) => `The script stopped unexpectedly${message === '' ? '' : `: ${message}`}.`,
  } satisfies Record<ScriptErrorKind, (message: string, line: number | undefined, milliseconds: number) => string>,
  hints: {
    thrown: undefined,
    timeout: 'Look for a loop that never ends, or increase Timeout.',
    memory: 'Keep less data in memory at a time.',
    stack: 'Look for a function that calls itself without end.',
    waiting: 'Look for an await, or a callback that is never called.',
    crashed: 'Look for a loop that collects data.',
  } satisfies Record<ScriptErrorKind, string | undefined>,
  noJump: (next: string | null): string =>
    next === null
      ? 'The run goes on with the next step: it runs this script alone.'
      : `The run goes on with the next step: no request after this one is called "${next}", and runs don't go back.`,
  tooManyRounds: (count: number) =>
    `The script was stopped after ${counted(count, 'round')} of requests, each sent after the previous response. Split it, or send requests from steps.`,
} as const
