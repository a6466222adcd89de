import { formatSize } from '#engine/base/format-size.ts'

/** What an HTML report says without its script, and what it omits. */
export const htmlTexts = {
  title: (project: string) => `${project || 'Run'}: test report`,
  needsScript:
    'This view shows the result and all failed steps. For all steps, messages and search, open the file in a browser with scripts enabled.',
  started: (at: string) => `Began ${at}`,
  environment: (name: string) => `Environment ${name}`,
  repeat: 'To run it again:',
  failed: 'Failed steps and errors',
  moreFailed: (count: number) => `and ${count} more.`,
  cut: (shown: number, size: number) => `Only the first ${formatSize(shown)} of ${formatSize(size)} are in this report.`,
  binary: (size: number, mediaType: string) =>
    `Not in this report: ${formatSize(size)} of ${mediaType || 'unknown type'}, which isn't text.`,
  notKept: (size: number) => `The body (${formatSize(size)}) isn't in this report.`,
} as const
