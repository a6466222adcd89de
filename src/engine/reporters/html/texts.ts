import { formatSize } from '#engine/base/format-size.ts'

/** What an HTML report says without its script, and of what it left out. */
export const htmlTexts = {
  title: (project: string) => `${project || 'Run'}: test report`,
  needsScript:
    'This view has the result and every step that failed or broke. Open the file in a browser that runs scripts for all steps, messages and the search.',
  started: (at: string) => `Began ${at}`,
  environment: (name: string) => `Environment ${name}`,
  repeat: 'To run it again:',
  failed: 'Failed and broken steps',
  moreFailed: (count: number) => `and ${count} more.`,
  cut: (shown: number, size: number) => `Only the first ${formatSize(shown)} of ${formatSize(size)} are in this report.`,
  binary: (size: number, mediaType: string) =>
    `${formatSize(size)} of ${mediaType || 'unknown type'}, not text: not in this report.`,
  notKept: (size: number) => `The body of ${formatSize(size)} was not kept for this report.`,
} as const
