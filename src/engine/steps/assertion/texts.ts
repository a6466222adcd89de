import type { CheckResult } from '../step-kind.ts'

/** What an assertion says about its checks. */
export const texts = {
  failed: ({ subject, expected, actual }: CheckResult, failed: number, all: number) => {
    const first = `${subject}: expected ${expected}, actual ${actual}`
    return failed === 1 ? first : `${failed} of ${all} checks failed. ${first}`
  },
  broken: (subject: string, why: string) => `${subject}: ${why}`,
} as const
