import type { CheckResult } from '../step-kind.ts'

/** What an assertion says about its checks. */
export const texts = {
  failed: ({ subject, expected, actual }: CheckResult, failed: number, all: number) => {
    const first = `${subject}: expected ${expected}, actual ${actual}`
    return failed === 1 ? first : `${failed} of ${all} checks failed. ${first}`
  },
  wholeNeeded: (is: string) => `"${is}" judges the source "response"`,
  noValue: (source: string) => `the source "${source}" has no value: it is for "conforms-to-api"`,
  needlessApi: (is: string) => `"${is}" asks for no API: leave "api" and "operation" out`,
  needlessSnapshot: (is: string) => `"${is}" compares with no snapshot: leave "snapshot" and "ignore" out`,
  says: (words: string) => `The answer says: ${words}`,
  nothingThere:
    'If the path names an example that is not there, nothing is wrong with the server: put one that is there into its variable, or create it in a step before.',
  noSuchPath:
    'The server has nothing at this path: look at the address that it begins with, at its spelling, and whether this server has that part of the API.',
  nobodyAsks:
    'The request has no header Authorization: if the API wants a token, a key or a session, send it; "Auth and headers" of the project sets it for all requests. The cookie of a session is not kept by itself: a Data Transfer keeps it, the header Cookie sends it.',
  ofServer: (status: number) => `${status} is about the server, whatever was sent (RFC 9110 section 15.6).`,
  broken: (subject: string, why: string) => `${subject}: ${why}`,
} as const
