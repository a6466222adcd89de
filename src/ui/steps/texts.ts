import { capital } from '#engine/base/capital.ts'

/** Texts that the editors of several kinds use. */
export const texts = {
  change: (what: string) => `Change ${what}`,
  name: 'Step name',
  description: 'Description',
  addDescription: 'Add description',
  addCondition: 'Add condition',
  enabled: 'Enabled',
  add: (what: string) => `Add ${what}`,
  pasted: (what: string) => `Paste rows of ${what}`,
  remove: 'Remove',
  rows: {
    move: (what: string) => `Move ${what}`,
    duplicate: (what: string) => `Duplicate ${what}`,
    remove: (what: string) => `Remove ${what}`,
  },
  duplicate: 'Duplicate',
  moveUp: 'Move up',
  moveDown: 'Move down',
  nearest: 'Nearest request before',
  ofStep: 'Result of',
  gone: (id: string) => `a step that is gone (${id})`,
  /** What a check says of a step behind its name, as a sentence of its own. */
  problem: (text: string) => {
    const sentence = /^(?:has|is|refers)\b/.test(text) ? `This step ${text}` : capital(text)
    return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  },
  stepGone: 'The step that this one reads is gone. Choose another.',
  pairName: (what: string, n: number) => `${what} ${n} name`,
  pairValue: (what: string, n: number) => `${what} ${n} value`,
  pairOn: (what: string, n: number) => `${what} ${n} enabled`,
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text and copy it by hand.',
  row: (what: string, n: number) => `${what} ${n}`,
  drag: 'Drag, or Alt+Up and Alt+Down',
  namePlaceholder: 'name',
  valuePlaceholder: 'value',
  enable: (what: string) => `Enable ${what}`,
  disable: (what: string) => `Disable ${what}`,
  variableName: 'Variable Name',
  variableScope: 'Variable Scope',
} as const
