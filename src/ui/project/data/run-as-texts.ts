import type { RunAsNames } from '#engine/project/identities/run-as.ts'

/** Texts of "Run as…" and of the grid that says who may do what. */
export const runAsTexts = {
  title: 'Run as',
  intro: (name: string) =>
    `"${name}" will run once for each identity: its OAuth2 step is filled with what stands here, and the status of one request is compared with what you expect.`,
  none: 'This case gets no token: it has no OAuth2 Authentication step that is switched on, or no request. Add them first.',
  judged: 'Request that is judged',
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
  /** Stands in place of the id until there is one. */
  unsaved: 'not stored yet',
  secretNote: 'Kept in the vault; the project holds its name only.',
  add: 'Add identity',
  remove: (name: string) => `Delete ${name}`,
  refused:
    'Somebody is to be refused: the steps behind this request, and its other checks, will be switched off. They stay in the case.',
  unfinished: 'Each identity needs a name of its own and its secrets.',
  objectLevel: 'Add case: objects of others',
  objectLevelHint:
    'Broken object level authorization (OWASP API1): the first identity makes an object by the POST of this case, the second one must not read, change or delete it.',
  cancel: 'Cancel',
  apply: (count: number) => (count === 1 ? 'Run as one identity' : `Run as ${count} identities`),
  edit: (name: string) => `Run ${name} as several identities`,
  editObjectLevel: (name: string) => `Add the case ${name}`,
  added: (name: string) => `"${name}" stands behind this case.`,
  names: {
    source: 'identities',
    start: 'For each identity',
    end: 'Next identity',
    secrets: 'Take the secrets of the identity',
    check: 'Status as expected for the identity',
  } satisfies RunAsNames,
  matrix: {
    title: 'Who may do what',
    hint: 'The last outcome of each row, with the status of its request.',
    identity: 'Identity',
    notRun: 'Not run',
  },
} as const
