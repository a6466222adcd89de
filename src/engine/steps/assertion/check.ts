import { problemOfExpected } from '#engine/checks/expected.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { problemOfSource, readsCookies } from '#engine/extractors/source.ts'
import { pathAttempt } from '../attempts.ts'
import { holdsReference, type StepCheck } from '../step-check.ts'
import { texts } from '../texts.ts'
import type { AssertionStep, Check } from './schema.ts'
import { texts as ownTexts } from './texts.ts'

/** The answer as a whole goes with what judges it as a whole, and those with nothing else. */
function problemOfWhole({ source, is, api, operation }: Check): string | undefined {
  const { whole } = sourceFacts[source]
  const { ofAnswer } = predicateFacts[is]
  if (ofAnswer !== whole) return ofAnswer ? ownTexts.wholeNeeded(is) : ownTexts.noValue(source)
  return !ofAnswer && (api !== undefined || operation !== undefined) ? ownTexts.needlessApi(is) : undefined
}

/** See {@link StepCheck}. */
export const assertionCheck: StepCheck<AssertionStep> = {
  needs: ({ checks }) => (checks.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: ({ checks }) => (checks.some(readsCookies) ? texts.readCookies : undefined),
  problems: ({ checks }) =>
    checks.flatMap((check, index) => {
      const place = ['checks', index]
      const lacking = problemOfSource(check)
      const expected = problemOfExpected(check)
      const whole = problemOfWhole(check)
      return [
        ...(lacking === undefined ? [] : [{ place, text: lacking }]),
        ...(whole === undefined ? [] : [{ place, text: whole }]),
        ...(expected ? [{ place: expected.of === undefined ? place : [...place, expected.of], text: expected.text }] : []),
      ]
    }),
  apis: ({ checks }) =>
    checks.flatMap(({ api }, index) => (api === undefined || api === '' ? [] : [{ place: ['checks', index, 'api'], id: api }])),
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
