import type { StepKind } from '../step-kind.ts'
import { oauth2Schema } from './schema.ts'

/** OAuth2 Authentication: gets a token the way a real client would and hands it to the steps after it (O1 to O18). */
export const oauth2Kind: StepKind<'oauth2', typeof oauth2Schema> = {
  id: 'oauth2',
  title: 'OAuth2 Authentication',
  schema: oauth2Schema,
  defaults: () => ({
    kind: 'oauth2',
    name: 'Get token',
    description: '',
    disabled: false,
    grantType: 'ClientCredentials',
    discoveryEndpoint: '',
    tokenEndpoint: '',
    refreshEndpoint: '',
    authorizationEndpoint: '',
    deviceAuthorizationEndpoint: '',
    issuer: '',
    clientId: '',
    clientAuthMethod: 'SharedSecret',
    secretTransport: 'body',
    scope: '',
    resource: [],
    requirePkce: true,
    useJar: false,
    usePar: false,
    enableDpop: false,
    username: '',
    additionalParameters: [],
    variableName: 'access_token',
    variableScope: 'TestSuite',
    forceReauthentication: false,
    loginTimeout: 120,
    clockTolerance: 30,
    strict: false,
    fault: 'none',
    expectError: '',
  }),
  // Loaded at its first use: a run without tokens starts without the OAuth libraries.
  run: async (step, context) => (await import('./run.ts')).runOAuth2(step, context),
}
