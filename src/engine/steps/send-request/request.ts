import { AssayError } from '#engine/base/errors.ts'
import { checkRequest, isInsecureHost, parseAddress } from '#engine/ports/http/http-rules.ts'
import { browserLimit } from '#engine/ports/http/http-texts.ts'
import type { HttpRequest } from '#engine/ports/index.ts'
import type { TokenProver } from '#engine/templates/scopes.ts'
import { boundedValue } from '../bounded-value.ts'
import { stepTexts } from '../texts.ts'
import { inField } from '../field-error.ts'
import type { RunContext } from '../step-kind.ts'
import { basicCredentials } from './auth/basic-header.ts'
import { resolveHeaders } from './auth/resolve-headers.ts'
import { secretsOf, type SignedAuth } from './auth/signed-auth.ts'
import { signingTexts } from './auth/signing-texts.ts'
import { buildBody, type Body } from './body.ts'
import { limitOf } from './browser-limit.ts'
import { resolvePairs, withQuery, type Resolve } from './encode.ts'
import type { SendRequestStep } from './schema.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** The most that is kept of a response (R32). */
const maxBytes = 50_000_000

/** A request that is ready to be sent. */
export interface BuiltRequest {
  request: HttpRequest
  /** Its path has a part that represents one of many: a variable, a number. */
  namesOne: boolean
  /** The parameters of its body. */
  fields: [string, string][] | undefined
  /** Makes what people see of a body that holds bytes. */
  shown?: (() => string) | undefined
  /** Its token is bound to a key, and the scheme is DPoP where the step says Bearer. */
  boundToKey: boolean
  /** How it is signed once all else is known; such a request has no Authorization header. */
  auth?: SignedAuth
  /** What its signature was made of, for the record. */
  signed?: string
  /** Creates the DPoP proofs of its token; absent if the token is not bound, or the step brings its own proof. */
  prover?: TokenProver
}

/** Methods that people write in lower case; all others are sent as they are written (RFC 9110 9.1). */
const usualMethod = /^(get|head|post|put|patch|delete|options)$/i

/**
 * Resolves all of a step's templates, in the order of the file, and checks the result: nothing has been sent when it
 * rejects (T6, R38), with AssayError `http-invalid-request`, `http-blocked`, `browser-limit` or one of the templates'.
 */
export async function buildRequest(step: SendRequestStep, context: RunContext): Promise<BuiltRequest> {
  const { variables, insecureHosts } = context
  const resolve: Resolve = (template) => (template.includes('${') ? variables.resolve(template) : template)
  const method = (await inField('Method', resolve(step.method))).trim()
  const address = (await inField('URL', resolve(step.url))).trim()
  if (address === '') throw new AssayError('http-invalid-request', texts.noUrl, { hint: texts.noUrlHint })
  const url = withQuery(address, step.query.length === 0 ? [] : await resolvePairs('Param', step.query, resolve))
  const resolved = await resolveHeaders(step.headers, resolve)
  const headers = withoutEmptyCredentials(resolved.headers, step, context)
  const { auth } = resolved
  const body = await inField('Body', buildBody(step.body, resolve, context))
  const timeout = await boundedValue(step.timeout, 'Timeout', { min: 1, max: 3600 }, variables)
  const request: HttpRequest = {
    method: usualMethod.test(method) ? method.toUpperCase() : method,
    url,
    headers: withContentType(
      headers.map(([name, value]) => [name.trim(), sentValue(name.trim(), value, context)]),
      body,
    ),
    body: body?.content,
    redirect: step.followRedirects ? 'follow' : 'manual',
    timeout: timeout * 1000,
    maxBytes,
    via: step.via,
  }
  if (insecureHosts.length > 0) request.insecure = isInsecureHost(parseAddress(url), insecureHosts)
  checkRequest(request)
  refuseBeyondBrowser(request, step, auth, context)
  if (auth && context.wantsDetails !== false)
    for (const [name, value] of secretsOf(auth)) context.redactor.add(name, value.trim())
  const prover = proverOf(request, context)
  return {
    request,
    namesOne: namesOne(step.url, url),
    fields: body?.fields,
    shown: body?.shown,
    boundToKey: sendsBoundToken(step, request),
    ...(prover ? { prover } : {}),
    ...(auth ? { auth } : {}),
  }
}

/** A scheme whose credentials resolve to nothing (`Bearer ${token}` before a login) authorizes nothing: it isn't sent. */
function withoutEmptyCredentials(
  headers: [string, string][],
  step: SendRequestStep,
  { emit, redactor }: RunContext,
): [string, string][] {
  const isAuthorization = (name: string) => name.trim().toLowerCase() === 'authorization'
  const hasTemplate = step.headers.some(({ name, value }) => isAuthorization(name) && /^\S+ .*\$\{/.test(value.trim()))
  return headers.filter(([name, value]) => {
    const isEmpty = hasTemplate && isAuthorization(name) && /^[\w-]+ *$/.test(value)
    if (isEmpty) emit({ type: 'noted', level: 'warning', text: redactor.mask(texts.emptyCredentials(value.trim())) })
    return !isEmpty
  })
}

/** Whether a path says which of many is meant: by a variable behind that of the URL, or by what looks like an identifier. */
function namesOne(template: string, url: string): boolean {
  const [path = ''] = template.replace(/^\$\{[^{}]*\}/, '').split(/[?#]/)
  const segments = url.replace(/^[^/]*\/\/[^/]*|[?#].*$/gs, '').split('/')
  return path.includes('${') || segments.some((segment) => /^\d+$|^[0-9a-f-]{16,}$/i.test(segment))
}

/** Name and password of HTTP Basic go in base64: there they could be read as well as in plaintext. */
function sentValue(name: string, value: string, { redactor, wantsDetails }: RunContext): string {
  const credentials = basicCredentials(name, value)
  if (credentials === undefined) return value
  if (wantsDetails !== false) redactor.add('basic', credentials)
  return `Basic ${credentials}`
}

function proverOf({ headers }: HttpRequest, { variables }: RunContext): TokenProver | undefined {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  const token = authorization === undefined ? undefined : /^DPoP +(\S+) *$/i.exec(authorization)?.[1]
  if (token === undefined || headers.some(([name]) => name.toLowerCase() === 'dpop')) return undefined
  return variables.proverFor(token)
}

function withContentType(headers: [string, string][], body: Body | undefined): [string, string][] {
  if (!body) return headers
  // A body of no type is sent without the header.
  if (body.mediaType === '') return headers
  const own = headers.find(([name]) => name.toLowerCase() === 'content-type')
  if (!own) return [...headers, ['Content-Type', body.mediaType]]
  // A form in parts can't be read without its boundary.
  const boundary = /; boundary=.*$/.exec(body.mediaType)?.[0]
  if (boundary !== undefined && !/boundary=/i.test(own[1])) own[1] += boundary
  return headers
}

function refuseBeyondBrowser(
  { method, headers }: HttpRequest,
  { body }: SendRequestStep,
  auth: SignedAuth | undefined,
  { ports, cookies }: RunContext,
): void {
  if (ports.capabilities.has('no-cors')) return
  if (cookies) throw browserLimit(stepTexts.keepCookies)
  const limit =
    auth?.kind === 'ntlm'
      ? signingTexts.ntlmLimit
      : limitOf({ method, headers: headers.map(([name, value]) => ({ name, value })), body })
  if (limit !== undefined) throw browserLimit(limit)
}

/** True if the templates put the scheme DPoP where the step says Bearer. */
const sendsBoundToken = (step: SendRequestStep, { headers }: HttpRequest): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value.startsWith('DPoP ')) &&
  step.headers.some(({ name, value }) => name.trim().toLowerCase() === 'authorization' && /^Bearer /i.test(value))
