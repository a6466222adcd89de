import type { Exchange } from '#engine/ports/index.ts'
import type { StepSettings } from '../../step-settings.ts'

/** An ordinary step, with what a test says otherwise. */
export const stepSettings = (settings: Partial<StepSettings> = {}): StepSettings => ({
  grantType: 'ClientCredentials',
  discoveryEndpoint: 'https://id.example.test/.well-known/openid-configuration',
  tokenEndpoint: '',
  refreshEndpoint: '',
  authorizationEndpoint: '',
  deviceAuthorizationEndpoint: '',
  backchannelAuthenticationEndpoint: '',
  issuer: '',
  clientId: 'orders-tests',
  clientAuthMethod: 'SharedSecret',
  clientSecret: { secret: 'get-token/client-secret' },
  secretTransport: 'body',
  scope: 'orders:read',
  resource: [],
  requirePkce: true,
  useJar: false,
  usePar: false,
  enableDpop: false,
  username: '',
  additionalParameters: [],
  forceReauthentication: false,
  loginTimeout: 120,
  clockTolerance: 30,
  strict: false,
  fault: 'none',
  ...settings,
})

interface Parts {
  id?: string
  url?: string
  sent?: Record<string, string>
  basic?: boolean
  headers?: [string, string][]
  tokens?: Exchange['tokens']
}

/** A message with a response, masked as in a record. */
export function answered(
  purpose: Exchange['purpose'],
  status: number,
  body: string | object,
  { id = 'exchange-1', url = 'https://id.example.test/token', sent = {}, basic = false, headers = [], tokens }: Parts = {},
): Exchange {
  const isText = typeof body === 'string'
  const type = isText && body.trimStart().startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'
  return {
    id,
    purpose,
    at: 0,
    duration: 20,
    request: {
      method: purpose === 'discovery' || purpose === 'jwks' ? 'GET' : 'POST',
      url,
      headers: basic ? [['authorization', 'Basic ‹get-token/client-secret›']] : [],
      parameters: Object.entries(sent),
    },
    response: {
      status,
      statusText: '',
      headers: [['content-type', type], ...headers],
      text: isText ? body : JSON.stringify(body),
    },
    ...(tokens ? { tokens } : {}),
  }
}

/** A token request that was rejected. */
export const refusedToken = (status: number, body: string | object, parts: Parts = {}): Exchange =>
  answered('token', status, body, {
    ...parts,
    sent: {
      grant_type: 'client_credentials',
      ...(parts.basic ? {} : { client_secret: '‹get-token/client-secret›' }),
      ...parts.sent,
    },
  })

/** A sign-in that came back with these parameters. */
export const calledBack = (parameters: Record<string, string>, sent: Record<string, string> = {}): Exchange => ({
  id: 'exchange-1',
  purpose: 'authorization',
  at: 0,
  duration: 900,
  request: {
    method: 'GET',
    url: 'https://id.example.test/authorize',
    headers: [],
    parameters: Object.entries({ response_type: 'code', redirect_uri: 'https://assay.test/oauth/callback.html', ...sent }),
  },
  response: { status: 0, statusText: '', headers: [], parameters: Object.entries(parameters) },
})

/** A request without a response. */
export const unanswered = (code: string, message: string, cause?: string, url = 'https://id.example.test/token'): Exchange => ({
  id: 'exchange-1',
  purpose: 'token',
  at: 0,
  duration: 5,
  request: { method: 'POST', url, headers: [], parameters: [['grant_type', 'client_credentials']] },
  error: { code, message, ...(cause === undefined ? {} : { cause }) },
})
