import { describeDuration } from '#engine/base/duration.ts'

/** Messages for work that was stopped. */
export const workTexts = {
  deadline: (what: string, milliseconds: number) => `${what} was stopped after ${describeDuration(milliseconds)}.`,
  memory: (what: string, megabytes: number) => `${what} was stopped: it needed more than ${megabytes} MB of memory.`,
  hint: 'Use a simpler rule, or apply it to a smaller part of the response.',
  failed: (what: string) => `${what} failed: its worker couldn't be started.`,
  failedHint: 'Reload the page, or restart the command.',
  died: (what: string) => `${what} failed: its worker stopped.`,
}
