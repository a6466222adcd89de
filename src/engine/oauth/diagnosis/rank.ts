import { standardCode } from '../refusals/standard-code.ts'
import type { Evidence } from './evidence.ts'

/**
 * How strongly a fact speaks for a cause, by its source. A statement of the provider's own outranks what discovery lists, this
 * outranks what just happened, and an error code or status alone is the weakest.
 */
export const rank = { stated: 4, discovered: 3, happened: 2, coded: 1 } as const

/** Checks evidence: 0 or false if it doesn't speak for the cause, otherwise its {@link rank}; true is the lowest one. */
export type Test = (evidence: Evidence) => number | boolean

/** The rank with which a test holds; 0 if it doesn't. */
export const rankOf = (test: Test, evidence: Evidence): number => Number(test(evidence))

/** Holds if all do, with the strongest of them. */
export const all =
  (...tests: Test[]): Test =>
  (evidence) => {
    let strongest = 0
    for (const test of tests) {
      const found = rankOf(test, evidence)
      if (found === 0) return 0
      strongest = Math.max(strongest, found)
    }
    return strongest
  }

/** Holds if one does, with the strongest of them. */
export const any =
  (...tests: Test[]): Test =>
  (evidence) =>
    Math.max(...tests.map((test) => rankOf(test, evidence)))

/** Holds if the test does not. */
export const not =
  (test: Test): Test =>
  (evidence) =>
    rankOf(test, evidence) === 0

/** Holds with this rank, whatever the test's own is. */
export const ranked =
  (source: keyof typeof rank, test: Test): Test =>
  (evidence) =>
    rankOf(test, evidence) === 0 ? 0 : rank[source]

/** True if the words of the failure match the pattern: a statement if they are the provider's. */
export const matchesText =
  (pattern: RegExp): Test =>
  ({ stated, words }) =>
    pattern.test(stated) ? rank.stated : pattern.test(words) ? rank.happened : 0

/** True if the page where a scripted sign-in ended says so, in sentences of the standards too: there is nothing else on it. */
export const shows =
  (pattern: RegExp): Test =>
  ({ page }) =>
    pattern.test(page) ? rank.stated : 0

/** Codes that name no cause: providers send them for many, and for the wrong ones. */
const vagueCodes = new Set([
  'access_denied',
  'bad_request',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_token',
  'request_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
])

/** Holds if the provider's error has one of these codes, or one of its own for it; a specific code is a statement. */
export const isError =
  (...codes: string[]): Test =>
  ({ error }) => {
    const standard = standardCode(error)
    if (!codes.includes(error) && !codes.includes(standard)) return 0
    return vagueCodes.has(error) || vagueCodes.has(standard) ? rank.coded : rank.stated
  }

/** Holds if the step ended with one of these codes. */
export const endedWith =
  (...codes: string[]): Test =>
  ({ failure, exchange }) =>
    codes.includes(failure.code) || codes.includes(exchange?.error?.code ?? '') ? rank.happened : 0
