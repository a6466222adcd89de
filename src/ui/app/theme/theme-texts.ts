/** Texts of the look at an environment. */
export const lookTexts = {
  none: 'No variables yet.',
  hidden: '••••••',
  empty: '(empty)',
  more: (count: number) => `${count} more`,
  edit: (keys: string) => `Edit with ${keys}.`,
}
