import assert from 'node:assert/strict'
import { loadReporters } from '#engine/reporters/index.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { SeenRequest } from './scripted-provider.ts'

/** Parameters that hold a secret wherever they are sent. */
const secretParameters = [
  'access_token',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'device_code',
  'password',
  'refresh_token',
  'request',
  'token',
]

/** The secrets of one request: parameters, credentials of the header, proofs. */
function secretsOf({ form, query, headers }: SeenRequest): string[] {
  const parameters = secretParameters.flatMap((name) => [...form.getAll(name), ...query.getAll(name)])
  const credentials = /^\w+ (.+)$/.exec(headers.authorization ?? '')?.[1]
  const proof = typeof headers.dpop === 'string' ? headers.dpop : undefined
  return [...parameters, ...(credentials === undefined ? [] : [credentials]), ...(proof === undefined ? [] : [proof])]
}

/** The lines of private keys. */
const keyLines = (values: string[]): string[] =>
  values
    .filter((value) => value.includes('PRIVATE KEY'))
    .flatMap((value) => value.split('\n').filter((line) => /^[\w+/=]{40,}$/.test(line)))

/** A secret in the forms in which it could be found again, and of a JWT also its signature alone. */
const formsOf = (secret: string): string[] => {
  const signature = /^eyJ[\w-]+\.[\w-]+\.([\w-]{20,})$/.exec(secret)?.[1]
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').slice(0, -4),
    ...(signature === undefined ? [] : [signature]),
  ]
}

const reporters = await loadReporters()

/** Shorter ones are words that stand elsewhere by chance. */
const shortest = 8

/**
 * Throws AssertionError if anything secret that went over the wire, or was given to the run, is in what left the engine: in
 * the events, or in what any reporter makes of them (case 48).
 */
export function assertNothingLeaked(requests: readonly SeenRequest[], given: Record<string, string>, events: string): void {
  const sent = new Set(requests.flatMap(secretsOf))
  const secrets = [...sent, ...keyLines(Object.values(given))].filter((secret) => secret.length >= shortest)
  const run = JSON.parse(events) as RunEvent[]
  const told = reporters.map((reporter) => {
    let summary = ''
    const text = reportOf(reporter, run, { summary: (markdown) => void (summary += markdown) })
    return [reporter.id, text + summary] as const
  })
  for (const secret of secrets)
    for (const form of formsOf(secret))
      for (const [id, text] of told) assert.equal(text.includes(form), false, `${form.slice(0, 40)} stands in what ${id} tells`)
}
