/** Texts of what comes up while somebody types: variables that are offered, what stands in a code editor. */
export const typingTexts = {
  leaveEditor: 'Tab writes a tab here. Press Escape, then Tab, to move on.',
  unknownVariable: 'Unknown variable. Define it in the case, the suite, the environment or the project.',
  unclosed: 'Unclosed ${: a closing } is missing.',
  emptyValue: '(empty)',
  functionScope: 'function',
  completions: 'Variables',
  jsonError: 'This is not valid JSON.',
} as const
