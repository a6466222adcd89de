/** Texts shown while the user types: offered variables, and the contents of a code editor. */
export const typingTexts = {
  leaveEditor: 'Tab inserts a tab. To leave the editor, press Escape, then Tab.',
  unknownVariable: 'Unknown variable. Define it in the case, suite, environment or project.',
  onlyInLoop: (loop: string) => `No value here. Move this step into the loop "${loop}", which sets it.`,
  unclosed: 'Missing closing } after ${.',
  emptyValue: '(empty)',
  functionScope: 'function',
  completions: 'Variables',
  jsonError: 'Invalid JSON.',
} as const
