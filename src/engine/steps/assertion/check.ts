import { problemOfExpected } from '#engine/checks/expected.ts'
import { problemOfSource, readsCookies } from '#engine/extractors/source.ts'
import { pathAttempt } from '../attempts.ts'
import { holdsReference, type StepCheck } from '../step-check.ts'
import { texts } from '../texts.ts'
import type { AssertionStep } from './schema.ts'

/** See {@link StepCheck}. */
export const assertionCheck: StepCheck<AssertionStep> = {
  needs: ({ checks }) => (checks.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: ({ checks }) => (checks.some(readsCookies) ? texts.readCookies : undefined),
  problems: ({ checks }) =>
    checks.flatMap((check, index) => {
      const place = ['checks', index]
      const lacking = problemOfSource(check)
      const expected = problemOfExpected(check)
      return [
        ...(lacking === undefined ? [] : [{ place, text: lacking }]),
        ...(expected ? [{ place: expected.of === undefined ? place : [...place, expected.of], text: expected.text }] : []),
      ]
    }),
  attempts: ({ checks }) =>
    checks.flatMap((check, index) => [
      ...pathAttempt(check, ['checks', index]),
      ...(check.value === undefined || holdsReference(check.value)
        ? []
        : [
            {
              place: ['checks', index, 'value'],
              attempt: async () => (await import('#engine/checks/index.ts')).judge(check, null),
            },
          ]),
    ]),
}
