import { capital } from '#engine/base/capital.ts'

/** Texts that the editors of several kinds use. */
export const stepEditorTexts = {
  change: (what: string) => `Change ${what}`,
  name: 'Step name',
  description: 'Description',
  addDescription: 'Add description',
  addCondition: 'Add condition',
  enabled: 'Enabled',
  more: 'More',
  add: (what: string) => `Add ${what}`,
  pasted: (what: string) => `Paste ${what} rows`,
  remove: 'Remove',
  rows: {
    move: (what: string) => `Move ${what}`,
    duplicate: (what: string) => `Duplicate ${what}`,
    remove: (what: string) => `Remove ${what}`,
  },
  duplicate: 'Duplicate',
  moveUp: 'Move up',
  moveDown: 'Move down',
  nearest: 'Previous request',
  ofStep: 'Result of',
  gone: (id: string) => `deleted step (${id})`,
  /** What a check says of a step behind its name, as a separate sentence. */
  problem: (text: string) => {
    const sentence = /^(?:has|is|refers)\b/.test(text) ? `This step ${text}` : capital(text)
    return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
  },
  stepGone: 'This step reads a deleted step. Choose another one.',
  pairName: (what: string, n: number) => `${what} ${n} name`,
  pairValue: (what: string, n: number) => `${what} ${n} value`,
  pairOn: (what: string, n: number) => `${what} ${n} enabled`,
  copied: 'Copied.',
  notCopied: 'The browser blocked copying. Select the text and copy it.',
  row: (what: string, n: number) => `${what} ${n}`,
  drag: 'Drag to move, or press Alt+Up or Alt+Down',
  namePlaceholder: 'name',
  valuePlaceholder: 'value',
  enable: (what: string) => `Enable ${what}`,
  disable: (what: string) => `Disable ${what}`,
  variableName: 'Variable Name',
  variableScope: 'Variable Scope',
} as const
