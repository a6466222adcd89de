import type { Step } from '#engine/project/schema.ts'

/** Names of the kinds, in menus and headings. */
export const kindTitles: Record<Step['kind'], string> = {
  oauth2: 'OAuth2 Authentication',
  'send-request': 'Send Request',
  assertion: 'Assertion',
  'data-transfer': 'Data Transfer',
  jwt: 'JWT',
  wait: 'Wait',
  sql: 'SQL Query',
  'loop-start': 'Loop Start',
  'loop-end': 'Loop End',
}

/** Names of the grants (O1). */
export const grantTitles = {
  ClientCredentials: 'Client Credentials',
  AuthorizationCode: 'Auth Code',
  Implicit: 'Implicit',
  DeviceCode: 'Device Code',
  ResourceOwnerPassword: 'ROPC',
} as const

/** Texts that the editors of several kinds use. */
export const texts = {
  change: (what: string) => `Change ${what}`,
  name: 'Step name',
  description: 'Description',
  addDescription: 'Add description',
  enabled: 'Enabled',
  laterKind: (title: string) =>
    `${title} steps can be edited and saved, but not run in this version yet: a run ends broken here and says so.`,
  laterOption: 'runs in a later version',
  add: (what: string) => `Add ${what}`,
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
