import assert from 'node:assert/strict'
import { UnsecuredJWT, type JWTPayload } from 'jose'
import type { ConformanceCase, Expected } from '../case.ts'
import { startScriptedProvider, type ProviderScript, type Reply } from '../scripted-provider.ts'
import { callApi, clientCredentials } from './steps.ts'

const endpoint = /^Token Endpoint http:\/\/127\.0\.0\.1:\d+\/token /

const answering = (
  number: number,
  title: string,
  script: ProviderScript,
  expect: Expected,
  more: Partial<ConformanceCase> = {},
): ConformanceCase => ({
  number,
  title,
  provider: () => startScriptedProvider(script),
  steps: (provider) => [clientCredentials(provider, { scope: 'orders:write' })],
  expect,
  ...more,
})

const replying = (number: number, title: string, reply: Reply, expect: Expected): ConformanceCase =>
  answering(number, title, { token: [reply] }, expect)

const typed = (title: string, type: string | undefined, expect: Expected, header?: string): ConformanceCase =>
  answering(10, title, { answer: { token_type: type } }, expect, {
    steps: (provider) => [clientCredentials(provider, { scope: 'orders:write' }), callApi(provider)],
    check({ provider }) {
      const [call] = provider.to('/api')
      if (header === undefined) assert.equal(call, undefined)
      else assert.match(call?.headers.authorization ?? '', new RegExp(`^${header} access-1-`))
    },
  })

/** Title, scope asked for, claims of the token, the warning, and what else the answer says. */
const jwtScopes: [string, string, JWTPayload, (RegExp | undefined)?, Record<string, unknown>?][] = [
  ['all of it', 'orders:read orders:write', { scope: 'orders:write orders:read' }],
  [
    'less, and the answer says nothing',
    'orders:read orders:write',
    { scope: 'orders:read' },
    /lacks a requested scope: orders:write\. Requested: orders:read orders:write\. The token's scope claim: orders:read\. The response has no scope/,
  ],
  [
    'less, and the answer says that all was granted',
    'orders:read orders:write',
    { scope: 'orders:read' },
    /lacks a requested scope: orders:write\. .+ The response says that it was granted/,
    { scope: 'orders:read orders:write' },
  ],
  [
    'less, and the answer says so: told once',
    'a b',
    { scope: 'a' },
    /^The granted scope differs\. Requested:.+Granted: a\. If the test needs a missing scope, /,
    { scope: 'a' },
  ],
  ['none of it, as an empty claim', 'orders:read', { scope: '' }, /The token's scope claim: \(none\)/],
  ['a list under the name scp', 'orders:read orders:write', { scp: ['orders:read'] }, /lacks .+: orders:write\./],
  ['no scope claim at all tells nothing', 'orders:read', {}],
  ['roles instead of scope, asked for by default', 'api://orders/.default', { roles: ['Orders.Read'] }],
  ['names without the resource that was asked for', 'api://orders/Orders.Read', { scp: 'Orders.Read' }],
  ['words that are for the client', 'openid profile offline_access orders:read', { scope: 'orders:read' }],
  ['more than was asked for', 'orders:read', { scope: 'orders:read orders:write' }],
  [
    'offline_access is granted by a refresh token',
    'offline_access orders:read',
    { scope: 'orders:read' },
    undefined,
    { scope: 'orders:read', refresh_token: 'refresh-token-1' },
  ],
]

/** The answer of the token endpoint. */
export const tokenAnswerCases: ConformanceCase[] = [
  answering(
    9,
    'expires_in as a text',
    { answer: { expires_in: '3600' } },
    { outcome: 'passed', infos: [/expires_in is the string "3600"/] },
  ),
  answering(
    9,
    'expires_in absent: not stated',
    { answer: { expires_in: undefined } },
    { outcome: 'passed', infos: [/^No expires_in: the token is kept until the end of the run\./] },
  ),
  answering(
    9,
    'expires_in null: absent, with a warning',
    { answer: { expires_in: null } },
    {
      outcome: 'passed',
      warnings: [/has expires_in null, treated as absent/],
      infos: [/^No expires_in: the token is kept until the end of the run\./],
    },
  ),
  answering(
    9,
    'expires_in "": absent, with a warning',
    { answer: { expires_in: '' } },
    {
      outcome: 'passed',
      warnings: [/has expires_in "", treated as absent/],
      infos: [/^No expires_in: the token is kept until the end of the run\./],
    },
  ),
  answering(
    9,
    'expires_in 0: not kept in the cache',
    { answer: { expires_in: 0 } },
    { outcome: 'passed', warnings: [/^expires_in is 0/] },
  ),
  typed('token_type in any case is Bearer', 'bEARER', { outcome: 'passed' }, 'Bearer'),
  typed('token_type missing is Bearer', undefined, { outcome: 'passed', warnings: [/no token_type/] }, 'Bearer'),
  typed('token_type DPoP uses the DPoP scheme', 'DPoP', { outcome: 'passed' }, 'DPoP'),
  typed('token_type mac is a clear error', 'mac', {
    outcome: 'broken',
    code: 'oauth-unusable-answer',
    message: [/token of type "mac"\. Assay supports Bearer/],
    hint: [
      /Configure the client for Bearer tokens\. If the API accepts this token as Bearer, get it with a Send Request step and keep access_token with a Data Transfer step\./,
    ],
  }),
  typed('token_type BearerToken of Apigee is an error that names its setting', 'BearerToken', {
    outcome: 'broken',
    code: 'oauth-unusable-answer',
    message: [/token of type "BearerToken"/],
    hint: [/RFCCompliantRequestResponse/],
  }),
  replying(
    11,
    'a form-encoded answer is parsed, with a warning',
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'access_token=form-token-1&token_type=bearer&expires_in=60',
    },
    {
      outcome: 'passed',
      warnings: [/form-encoded/],
      infos: [/expires_in is the string "/],
    },
  ),
  replying(
    12,
    '200 with error: broken with that error',
    { json: { error: 'invalid_scope', error_description: 'orders:write is not for you' } },
    {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [endpoint, /returned 200: invalid_scope – orders:write is not for you\.$/],
      hint: [/Check the step's Scope/],
    },
  ),
  replying(
    12,
    'a nested error object is read',
    { status: 400, json: { error: { code: 'unauthorized_client', message: 'no such grant' } } },
    { outcome: 'broken', code: 'oauth-refused', message: [/returned 400: unauthorized_client – no such grant\.$/] },
  ),
  replying(
    13,
    '400 with HTML: status, type and the first text',
    { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' },
    {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [endpoint, /returned 400 with text\/html instead of a JSON error: <h1>Bad Request<\/h1>$/],
    },
  ),
  replying(
    13,
    '403 with an empty body',
    { status: 403, body: '' },
    {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [endpoint, /returned 403 with an empty body\.$/],
      hint: [/set "Send secret in" to HTTP Basic/],
    },
  ),
  replying(
    14,
    "401 JSON with WWW-Authenticate: the JSON's text",
    {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="idp"' },
      json: { error: 'invalid_client', error_description: 'wrong secret' },
    },
    {
      outcome: 'broken',
      code: 'oauth-refused',
      message: [/returned 401: invalid_client – wrong secret\.$/],
      hint: [/set "Send secret in" to HTTP Basic/],
    },
  ),
  replying(
    15,
    "500 with JSON: the provider's text",
    { status: 500, json: { error: 'server_error', error_description: 'the database is gone' } },
    { outcome: 'broken', code: 'oauth-refused', message: [/returned 500: server_error – the database is gone\.$/] },
  ),
  replying(
    15,
    "503 with another shape of JSON: the provider's text",
    { status: 503, json: { message: 'try again later' } },
    { outcome: 'broken', code: 'oauth-refused', message: [/returned 503: try again later\.$/] },
  ),
  replying(
    16,
    '302 from the token endpoint',
    // Not to a sign-in page, which only Node sees.
    { status: 302, headers: { location: '/elsewhere?x=1' } },
    {
      outcome: 'broken',
      code: 'oauth-unusable-answer',
      message: [endpoint, /\/token redirects/],
      hint: [/Set the Token Endpoint/],
    },
  ),
  replying(
    17,
    '201 with a token: accepted, with a warning',
    { status: 201 },
    { outcome: 'passed', warnings: [/has status 201/] },
  ),
  replying(
    17,
    'empty 200: "empty body"',
    { status: 200, body: '' },
    { outcome: 'broken', code: 'oauth-unusable-answer', message: [endpoint, /returned 200 with an empty body/] },
  ),
  answering(
    18,
    'scope granted differs from scope asked',
    { answer: { scope: 'orders:read' } },
    { outcome: 'passed', warnings: [/Requested: orders:write\. Granted: orders:read\. If/] },
  ),
  answering(
    18,
    'scope granted as a list, in another order, is the same scope',
    { answer: { scope: ['orders:write', 'orders:read'] } },
    { outcome: 'passed', warnings: [/scope as a list/] },
    { steps: (provider) => [clientCredentials(provider, { scope: 'orders:read orders:write' })] },
  ),
  answering(
    18,
    'scope granted with commas is the same scope',
    { answer: { scope: 'orders:read,orders:write' } },
    {
      outcome: 'passed',
      warnings: [
        /^The requested scope was granted, but one list uses commas instead of spaces \(RFC 6749 section 3\.3\)\. Granted:/,
      ],
    },
    { steps: (provider) => [clientCredentials(provider, { scope: 'orders:read orders:write' })] },
  ),
  answering(
    18,
    'less scope granted, with commas',
    { answer: { scope: 'orders:read,orders:list' } },
    { outcome: 'passed', warnings: [/Requested: orders:read orders:write\. Granted: orders:read,orders:list\. If/] },
    { steps: (provider) => [clientCredentials(provider, { scope: 'orders:read orders:write' })] },
  ),
  ...jwtScopes.map(([title, asked, claims, warning, answer = {}]) =>
    answering(
      18,
      `the scope of a JWT access token: ${title}`,
      { answer: { access_token: new UnsecuredJWT({ sub: 'orders-tests', ...claims }).encode(), ...answer } },
      { outcome: 'passed', warnings: warning === undefined ? [] : [warning] },
      { steps: (provider) => [clientCredentials(provider, { scope: asked })] },
    ),
  ),
  ...(['answer of 201', 'form-encoded answer'] as const).map((what, index) =>
    answering(
      index === 0 ? 17 : 11,
      `strict: an ${what} is rejected`.replace('an form', 'a form'),
      {
        token: [
          index === 0
            ? { status: 201 }
            : {
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
                body: 'access_token=form-token-1&token_type=bearer',
              },
        ],
      },
      {
        outcome: 'broken',
        code: 'oauth-unusable-answer',
        message: [/violates the standard, and the step is strict:/],
        hint: [/turn off Strict/i],
      },
      { steps: (provider) => [clientCredentials(provider, { strict: true })] },
    ),
  ),
]
