import { describeDuration } from '#engine/base/duration.ts'

/** What is said of work that was ended. */
export const workTexts = {
  deadline: (what: string, milliseconds: number) => `${what} was stopped after ${describeDuration(milliseconds)}.`,
  memory: (what: string, megabytes: number) => `${what} was stopped: it needs more than ${megabytes} MB of memory.`,
  hint: 'Use a simpler rule, or apply it to a smaller part of the response.',
  failed: (what: string) => `${what} can't be carried out: its worker can't be started.`,
  failedHint: 'Reload the page, or start the program again.',
  died: (what: string) => `${what} ended with its worker.`,
}
