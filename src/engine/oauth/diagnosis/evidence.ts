import { settled } from '#engine/base/excerpt.ts'
import type { Exchange, HttpResponse } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { headerOf, mediaTypeOf } from '../encoding.ts'
import {
  callbackErrorOf,
  challengeError,
  challengeOf,
  providerErrorOf,
  quoteError,
  type ProviderError,
} from '../refusals/provider-error.ts'
import type { StepSettings } from '../step-settings.ts'

/**
 * The standards' own sentences, which many providers send with every error of a code: they name all that it can mean, and
 * nothing that happened.
 */
const boilerplate = new RegExp(
  [
    // RFC 6749 sections 4.1.2.1 and 5.2, in brackets or not (Doorkeeper, authentik)
    /client authentication failed (\(e\.g\.,?|due to) unknown client, no client authentication included, or unsupported authentication method\)?/,
    /the provided authorization grant( \(e\.g\.[^)]{0,120}\))?( or refresh token)? is invalid, expired, revoked[^.]{0,150}another client/,
    /the request is missing a required parameter, includes an[^.]{0,250}otherwise malformed/,
    /the requested scope is invalid, unknown,? (or )?malformed[^.]{0,80}/,
    // RFC 6750 section 3.1
    /the access token (provided )?is expired, revoked, malformed[^.]{0,60}/,
    // Draft 10 of OAuth 2.0, as rack-oauth2 has them
    /the provided access grant is invalid, expired, or revoked( \(e\.g\.[^)]{0,160}\))?/,
    /the client identifier provided is invalid, the client failed to authenticate[^.]{0,160}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** A string without {@link boilerplate}, and empty if nothing else is in it. */
const particular = (text: string): string => {
  const rest = text.replace(boilerplate, '')
  return /\w/.test(rest) ? rest.trim() : ''
}

/** How the step ended: code and text of its error. */
export interface Failure {
  code: string
  message: string
  hint?: string | undefined
  cause?: string | undefined
  /** Client ID or secret have characters that form-encoding changes; undefined if that is unknown. */
  escapes?: boolean | undefined
}

/** Everything that causes are weighed by, read once. */
export interface Evidence {
  exchanges: readonly Exchange[]
  failure: Failure
  settings: StepSettings | undefined
  /** The message at which the failure arose; undefined if nothing was sent. */
  exchange: Exchange | undefined
  purpose: Exchange['purpose'] | ''
  /** 0 without a response. */
  status: number
  /** The provider's error code; empty if it stated none. */
  error: string
  /** Without what the standard itself says of the code. */
  description: string
  /** The error as the provider put it, or what stood for one; empty without a response. */
  said: string
  /** What the provider itself says: error, description, challenge, start of a response that rejects, page of a scripted sign-in. */
  stated: string
  /** {@link stated}, and what was observed here: texts of the failure and its cause. */
  words: string
  /** What the page says where a scripted sign-in ended: title, message, error in its URL and headings; empty without one. */
  page: string
  /** The accessibility tree of this page; empty without one. */
  tree: string
  /** `WWW-Authenticate`; empty if there is none. */
  challenge: string
  /** The response is a page for users. */
  isPage: boolean
  /** The host that was asked. */
  host: string
  /** Microsoft's code for the cause: `7000215`; empty if there is none. */
  aadsts: string
  /** A parameter of the request, decoded; undefined if it was not sent. */
  sent(name: string): string | undefined
  /** How the client's secret travelled in this request; undefined if none did. */
  sentSecret: 'body' | 'basic' | undefined
}

const encoder = new TextEncoder()
/** Beyond it a response says nothing new. */
const searched = 8_192

function errorOf({ purpose, response }: Exchange): ProviderError | undefined {
  if (!response) return undefined
  const callback = response.parameters && callbackErrorOf(new URLSearchParams(response.parameters))
  if (callback) return callback
  const raw: HttpResponse = {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    url: '',
    redirects: [],
    body: encoder.encode(response.text ?? ''),
    timing: { firstByte: 0, total: 0 },
  }
  const stated = providerErrorOf(raw)
  const challenge = challengeError(response.headers)
  // An API says it in the challenge (RFC 6750 section 3); what its body holds is its own affair.
  if (purpose !== 'request' && purpose !== 'userinfo') return stated ?? challenge
  if (!challenge) return stated && !oauthCode.test(stated.code) ? { code: '', description: quoteError(stated) } : stated
  return challenge.description === '' && stated ? { ...challenge, description: stated.description || stated.code } : challenge
}

/** What the codes of RFC 6750 and its relatives look like: `invalid_token`, not `Unauthorized`. */
const oauthCode = /^[a-z]+(_[a-z]+)+$/

const isRefused = (exchange: Exchange): boolean =>
  exchange.error !== undefined ||
  (exchange.response?.status ?? 0) >= 300 ||
  (exchange.response?.status === 0 && exchange.purpose !== 'authorization') ||
  (exchange.purpose !== 'request' && errorOf(exchange) !== undefined)

const isPending = (exchange: Exchange): boolean =>
  exchange.purpose === 'token' && ['authorization_pending', 'slow_down'].includes(errorOf(exchange)?.code ?? '')

/**
 * The message that failed: the last one that was rejected or got no response. For an ID token, the one that returned it.
 */
function faultyExchange(all: readonly Exchange[], failure: Failure): Exchange | undefined {
  // A page that a script saw is no message, and a device that isn't approved yet is no refusal.
  const exchanges = all.filter(
    (exchange) => exchange.purpose !== 'login-page' && (failure.code === 'oauth-refused' || !isPending(exchange)),
  )
  if (failure.code === 'oauth-id-token') {
    return exchanges.findLast(({ tokens }) => tokens?.some(({ name }) => name === 'id_token')) ?? exchanges.at(-1)
  }
  if (failure.code === 'oauth-callback') {
    return exchanges.findLast(({ purpose }) => purpose === 'authorization') ?? exchanges.at(-1)
  }
  const last = exchanges.at(-1)
  // What came before it was fixed on the way: a nonce that was sent again, a refresh that a new grant took the place of.
  return last && (isRefused(last) || failure.code === 'oauth-unusable-answer') ? last : (exchanges.findLast(isRefused) ?? last)
}

function hostOf(url: string | undefined): string {
  try {
    return url === undefined ? '' : new URL(url).hostname
  } catch {
    return ''
  }
}

/** What a scripted sign-in reports of the page where it ended, without the fields and buttons that it offers. */
const pageIn = (message: string): string =>
  (/The page shows .*/s.exec(message)?.[0] ?? '').replace(
    /[:;] (fields|buttons) "[^"]*"(, "[^"]*")*|[:;] \d+ buttons? without [^;.]*/g,
    '',
  )

/**
 * The error of a page that is only JSON, as providers respond that can't redirect, or that shows it as Spring Security OAuth does:
 * `error="invalid_grant", error_description="…"`. a12n-server shows each member in a line of its own.
 */
function errorOnPage(page: string): ProviderError | undefined {
  // The page is quoted in the message.
  const text = page.replaceAll(String.raw`\"`, '"')
  const {
    error,
    error_description,
    description = error_description,
  } = parseJsonObject(/\{.*"error".*\}/s.exec(text)?.[0] ?? '') ?? {}
  if (typeof error === 'string') return { code: error, description: typeof description === 'string' ? description : '' }
  const [, code, words = ''] =
    /\berror"?\s*[:=]\s*"([a-z_]+)"(?:[^a-z]{1,12}error_description"?\s*[:=]\s*"([^"]*)")?/.exec(text) ?? []
  return code === undefined ? undefined : { code, description: words }
}

const onPage = (exchange: Exchange | undefined, { code }: Failure): boolean =>
  (code === 'oauth-script' || code === 'oauth-login-timeout') &&
  (exchange?.purpose === 'authorization' || exchange?.purpose === 'device-authorization')

/** What a user can press or fill in, and what only surrounds it: none of it states anything. */
const controls = /^\s*- '?(button|link|textbox|searchbox|combobox|checkbox|radio|option|switch|spinbutton|listbox|img|\/\w+)\b/

/** The texts of an accessibility tree, one each line: `- paragraph: Wrong password`, `- heading "Sign in" [level=1]`. */
const textsIn = (tree: string): string[] =>
  tree.split('\n').flatMap((line) => {
    const [, name = '', text = ''] = /^\s*- '?[a-z]+(?: "((?:[^"\\]|\\.)*)")?[^:]*(?:: ?(.*))?$/.exec(line) ?? []
    return controls.test(line) ? [] : [name, text].filter(Boolean)
  })

/** Collects the evidence of a failure. */
export function readEvidence(exchanges: readonly Exchange[], failure: Failure, settings: StepSettings | undefined): Evidence {
  const exchange = faultyExchange(exchanges, failure)
  const error = exchange && (errorOf(exchange) ?? (onPage(exchange, failure) ? errorOnPage(pageIn(failure.message)) : undefined))
  const response = exchange?.response
  const text = response?.text ?? ''
  const mediaType = response ? mediaTypeOf(response.headers) : ''
  const challenge = challengeOf(response?.headers ?? [])
  // What a good response lists says nothing about the failure: "require_request_uri_registration",
  // "code_challenge_methods_supported".
  const isGood = !error && response?.status === 200 && parseJsonObject(text) !== undefined
  const answered = isGood ? '' : text.slice(0, searched)
  const tree = onPage(exchange, failure)
    ? (exchanges.findLast(({ purpose }) => purpose === 'login-page')?.response?.text ?? '')
    : ''
  const page = [pageIn(failure.message), ...textsIn(tree)].filter(Boolean).join('\n')
  const lines = (...texts: (string | undefined)[]): string => particular(texts.filter(Boolean).join('\n'))
  const stated = lines(error?.code, error?.description, challenge, answered, page)
  const words = lines(stated, failure.message, failure.cause, exchange?.error?.cause)
  const sent = (name: string) => exchange?.request.parameters?.find(([key]) => key === name)?.[1]
  const authorization = headerOf(exchange?.request.headers ?? [], 'authorization') ?? ''
  // JSON that is called HTML is none, as idpyoidc answers its errors, nor is one bare word, as Express does.
  const isPage =
    (mediaType === 'text/html' && /<[a-z!]/i.test(text) && parseJsonObject(text) === undefined) ||
    /^\s*<(!doctype|html)/i.test(text)
  return {
    exchanges,
    failure,
    settings,
    exchange,
    purpose: exchange?.purpose ?? '',
    status: response?.status ?? 0,
    error: error?.code ?? '',
    description: particular(error?.description ?? ''),
    said: error ? settled(quoteError(error)) : response && response.status > 0 ? statusLine(response, isPage, mediaType) : '',
    stated,
    words,
    page,
    tree,
    challenge,
    isPage,
    host: hostOf(exchange?.request.url),
    aadsts: /AADSTS(\d{4,7})/.exec(words)?.[1] ?? '',
    sent,
    sentSecret: /^basic\b/i.test(authorization) ? 'basic' : sent('client_secret') === undefined ? undefined : 'body',
  }
}

const statusLine = ({ status, statusText }: { status: number; statusText: string }, isPage: boolean, type: string): string =>
  [`${status} ${statusText}`.trim(), isPage ? 'with an HTML page' : type === '' ? '' : `with ${type}`].filter(Boolean).join(' ')

/** A value of the discovery document that this step read; undefined without one. */
export function discovered(evidence: Evidence, name: string): unknown {
  const document = evidence.exchanges.findLast(({ purpose, response }) => purpose === 'discovery' && response?.status === 200)
  return parseJsonObject(document?.response?.text ?? '')?.[name]
}
