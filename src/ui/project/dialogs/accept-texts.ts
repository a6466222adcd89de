import { counted } from '#engine/base/counted.ts'

/** Texts of the dialog that makes checks expect what was answered. */
export const acceptTexts = {
  title: 'Accept responses',
  intro: 'Choose checks that should expect the actual status. You can undo this.',
  kind: (expected: string, actual: number, count: number) =>
    `${expected} expected, ${actual} returned: ${counted(count, 'check')}`,
  undocumented: (count: number, actual: number) =>
    `Also removed: ${counted(count, 'check')} of the API definition, which doesn't list ${actual}.`,
  more: (count: number) => `and ${count} more`,
  none: 'No failed status checks in this run.',
  cancel: 'Cancel',
  accept: (count: number) => `Accept ${counted(count, 'response')}`,
  edit: (count: number) => `Accept ${counted(count, 'response')}`,
  done: (count: number) => `Changed ${counted(count, 'check')}. Run again to see them pass.`,
} as const
