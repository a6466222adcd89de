import type { Case, Project, Step } from '#engine/project/format/schema.ts'

/** An oauth2 step with everything at its default that is not given. */
export const loginStep = (id: string, overrides: Partial<Extract<Step, { kind: 'oauth2' }>> = {}): Step => ({
  id,
  kind: 'oauth2',
  name: `Sign in ${id}`,
  description: '',
  disabled: false,
  grantType: 'AuthorizationCode',
  discoveryEndpoint: '${provider}/.well-known/openid-configuration',
  tokenEndpoint: '',
  refreshEndpoint: '',
  authorizationEndpoint: '',
  deviceAuthorizationEndpoint: '',
  backchannelAuthenticationEndpoint: '',
  issuer: '',
  clientId: 'orders-spa',
  clientAuthMethod: 'SharedSecret',
  secretTransport: 'body',
  scope: 'openid',
  resource: [],
  requirePkce: true,
  useJar: false,
  usePar: false,
  enableDpop: false,
  username: '',
  additionalParameters: [],
  variableName: `token_${id}`,
  variableScope: 'TestSuite',
  forceReauthentication: false,
  loginTimeout: 60,
  clockTolerance: 30,
  strict: false,
  fault: 'none',
  expectError: '',
  ...overrides,
})

/** A case with everything at its default. */
export const makeCase = (id: string, steps: Step[]): Case => ({
  id,
  name: `Case ${id}`,
  description: '',
  tags: [],
  variables: [],
  onFailure: 'stop',
  steps,
})

/** A project of one suite; `variables` are the project's. */
export const makeProject = (cases: Case[], variables: Record<string, string> = {}): Project => ({
  format: 'aprj',
  version: 1,
  id: 'p1',
  name: 'Windows',
  description: '',
  environments: [],
  variables: Object.entries(variables).map(([name, value]) => ({ name, value, description: '' })),
  connections: [],
  dataSources: [],
  apis: [],
  suites: [{ id: 's1', name: 'Suite', description: '', variables: [], cases }],
  loadTests: [],
  designs: [],
})
