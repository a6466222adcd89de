import { counted } from '#engine/base/counted.ts'

/** Texts of the dialog that makes checks expect what was answered. */
export const acceptTexts = {
  title: 'Accept answers',
  intro: 'These checks expected another status. Those that you choose will expect what the server answered; it can be undone.',
  kind: (expected: string, actual: number, count: number) =>
    `${expected} expected, ${actual} answered: ${counted(count, 'check')}`,
  undocumented: (count: number, actual: number) =>
    `Left out with that: ${counted(count, 'check')} against the API's description, which does not know ${actual}.`,
  more: (count: number) => `and ${count} more`,
  none: 'No check of a status failed in this run, or they were changed since. What else failed is told at each check.',
  cancel: 'Cancel',
  accept: (count: number) => `Accept ${counted(count, 'answer')}`,
  edit: (count: number) => `Accept ${counted(count, 'answer')}`,
  done: (count: number) => `${counted(count, 'check')} changed. Run again to see them pass.`,
} as const
