import type { RunAsNames } from '#engine/derived-tests/identities/run-as.ts'

/** Texts of "Run as…" and of the grid that says who may do what. */
export const runAsTexts = {
  title: 'Run as',
  intro: (name: string) =>
    `Run "${name}" once per identity. Each signs in with the values below, and the status of one request is checked.`,
  none: 'Add an enabled OAuth2 Authentication step and a request first.',
  judged: 'Request to check',
  request: (method: string, name: string) => (name === '' ? method : `${name} (${method})`),
  identity: (n: number) => `Identity ${n}`,
  name: 'Name',
  newName: (n: number) => `Identity ${n}`,
  fields: {
    username: 'Username',
    password: 'Password',
    clientId: 'Client ID',
    clientSecret: 'Client Secret',
    scope: 'Scope',
  },
  field: (field: string, step: string) => `${field} of ${step}`,
  expected: 'Expected status',
  /** Shown in place of the id until there is one. */
  unsaved: 'not stored',
  secretNote: 'Stored in the vault. The project only has its name.',
  add: 'Add identity',
  remove: (name: string) => `Delete ${name}`,
  refused: "At least one identity should be denied access, so later steps and this request's other checks will be disabled.",
  unfinished: 'Give each identity a unique name and its secrets.',
  objectLevel: "Add case: other users' objects",
  objectLevelHint:
    "Broken object level authorization (OWASP API1): the first identity creates an object with this case's POST. The second must not read, change or delete it.",
  cancel: 'Cancel',
  apply: (count: number) => (count === 1 ? 'Run as 1 identity' : `Run as ${count} identities`),
  edit: (name: string) => `Run ${name} as multiple identities`,
  editObjectLevel: (name: string) => `Add case ${name}`,
  added: (name: string) => `Added "${name}" after this case.`,
  names: {
    source: 'identities',
    start: 'For each identity',
    end: 'Next identity',
    secrets: "Set the identity's secrets",
    check: 'Status expected for the identity',
  } satisfies RunAsNames,
  matrix: {
    title: 'Who may do what',
    hint: 'Last outcome and status per identity.',
    identity: 'Identity',
    notRun: 'Not run',
  },
} as const
