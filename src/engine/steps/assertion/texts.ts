import type { CheckResult } from '../step-kind.ts'

/** What an assertion says about its checks. */
export const assertionStepTexts = {
  failed: ({ subject, expected, actual }: CheckResult, failed: number, all: number) => {
    const first = `${subject}: expected ${expected}, got ${actual}`
    return failed === 1 ? first : `${failed} of ${all} checks failed. ${first}`
  },
  wholeNeeded: (is: string) => `"${is}" needs the source "response"`,
  noValue: (source: string) => `the source "${source}" only works with "conforms-to-api"`,
  needlessApi: (is: string) => `"${is}" doesn't use an API: remove "api" and "operation"`,
  needlessSnapshot: (is: string) => `"${is}" doesn't use a snapshot: remove "snapshot" and "ignore"`,
  says: (words: string) => `The response says: ${words}`,
  nothingThere:
    "Create the resource in an earlier step, or set its variable to an existing one. The path may contain an example ID that doesn't exist.",
  noSuchPath: 'Check the base URL and the spelling of the path: the server has nothing at this URL.',
  nobodyAsks:
    'Add authorization: the request has none. "Auth and headers" in the project sets it for all requests. If the API signs in by a session cookie, set Keep cookies in the project overview.',
  ofServer: (status: number) => `${status} is a server error (RFC 9110 section 15.6). Check the server's log.`,
  broken: (subject: string, why: string) => `${subject}: ${why}`,
} as const
