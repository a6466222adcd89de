import type { StepInput } from '../case.ts'
import type { TestProvider } from '../scripted-provider.ts'

/** An OAuth2 step as a file has it. */
type OAuth2Input = Extract<StepInput, { kind: 'oauth2' }>
type Settings = Partial<Omit<OAuth2Input, 'kind'>>

/** ClientCredentials with a secret, endpoints by discovery. */
export const clientCredentials = (provider: TestProvider, settings: Settings = {}): OAuth2Input => ({
  id: 't1',
  kind: 'oauth2',
  name: 'Get token',
  grantType: 'ClientCredentials',
  discoveryEndpoint: provider.discoveryEndpoint,
  clientId: 'orders-tests',
  clientSecret: '${clientSecret}',
  ...settings,
})

/** AuthorizationCode of a public client with an ID token. */
export const signIn = (provider: TestProvider, settings: Settings = {}): OAuth2Input => ({
  id: 't1',
  kind: 'oauth2',
  name: 'Sign in',
  grantType: 'AuthorizationCode',
  discoveryEndpoint: provider.discoveryEndpoint,
  clientId: 'orders-page',
  scope: 'openid',
  loginTimeout: 20,
  ...settings,
})

/** Implicit with an ID token. */
export const implicit = (provider: TestProvider, settings: Settings = {}): OAuth2Input =>
  signIn(provider, { name: 'Sign in by Implicit', grantType: 'Implicit', ...settings })

/** DeviceCode of a public client. */
export const byDevice = (provider: TestProvider, settings: Settings = {}): OAuth2Input =>
  signIn(provider, { name: 'Approve a device', grantType: 'DeviceCode', clientId: 'orders-tv', scope: '', ...settings })

/** A request that uses the token. */
export const callApi = (provider: TestProvider, id = 'r1'): StepInput => ({
  id,
  kind: 'send-request',
  name: 'Call the API',
  url: `${provider.issuer}/api`,
  headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }],
})
