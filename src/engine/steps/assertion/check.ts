import { problemOfExpected } from '#engine/checks/expected.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { problemOfSource, readsCookies } from '#engine/extractors/source.ts'
import { pathAttempt } from '../attempts.ts'
import { holdsReference, type Attempt, type StepCheck, type StepProblem } from '../step-check.ts'
import type { FieldPath } from '../step-facts.ts'
import { stepTexts as texts } from '../texts.ts'
import type { AssertionStep, Check } from './schema.ts'
import { assertionStepTexts as ownTexts } from './texts.ts'

/** The response as a whole goes with what judges it as a whole, and those with nothing else. */
function problemOfWhole({ source, is, api, operation }: Check): string | undefined {
  const { whole } = sourceFacts[source]
  const { ofAnswer } = predicateFacts[is]
  if (ofAnswer !== whole) return ofAnswer ? ownTexts.wholeNeeded(is) : ownTexts.noValue(source)
  return !ofAnswer && (api !== undefined || operation !== undefined) ? ownTexts.needlessApi(is) : undefined
}

/** A snapshot goes with what compares with it. */
const problemOfSnapshot = ({ is, snapshot, ignore }: Check): string | undefined =>
  predicateFacts[is].expects !== 'snapshot' && (snapshot !== undefined || ignore !== undefined)
    ? ownTexts.needlessSnapshot(is)
    : undefined

/** See {@link StepCheck}. */
export const assertionCheck: StepCheck<AssertionStep> = {
  needs: ({ checks }) => (checks.some(readsCookies) ? ['no-cors'] : []),
  browserLimit: ({ checks }) => (checks.some(readsCookies) ? texts.readCookies : undefined),
  problems: ({ checks }) => problemsOfChecks(checks, ['checks']),
  apis: ({ checks }) => apisOfChecks(checks, ['checks']),
  attempts: ({ checks }) => attemptsOfChecks(checks, ['checks']),
}

/** What is wrong with checks that stand at `list`. */
export function problemsOfChecks(checks: readonly Check[], list: FieldPath): StepProblem[] {
  const problems: StepProblem[] = []
  checks.forEach((check, index) => {
    const tell = (text: string, ...below: FieldPath): void => void problems.push({ place: [...list, index, ...below], text })
    const lacking = problemOfSource(check)
    if (lacking !== undefined) tell(lacking)
    const whole = problemOfWhole(check) ?? problemOfSnapshot(check)
    if (whole !== undefined) tell(whole)
    const expected = problemOfExpected(check)
    if (expected !== undefined) tell(expected.text, ...(expected.of === undefined ? [] : [expected.of]))
  })
  return problems
}

/** The APIs that checks at `list` name, and where. */
export const apisOfChecks = (checks: readonly Check[], list: FieldPath) =>
  checks.flatMap(({ api }, index) => (api === undefined || api === '' ? [] : [{ place: [...list, index, 'api'], id: api }]))

/** What can be tried of checks that stand at `list`, without a run. */
export const attemptsOfChecks = (checks: readonly Check[], list: FieldPath): Attempt[] =>
  checks.flatMap((check, index) => [
    ...pathAttempt(check, [...list, index]),
    ...(check.ignore ?? []).map((path, at) => ({
      place: [...list, index, 'ignore', at],
      attempt: async () => (await import('#engine/extractors/without-paths.ts')).withoutPaths([path]),
    })),
    ...(check.value === undefined || holdsReference(check.value)
      ? []
      : [
          {
            place: [...list, index, 'value'],
            attempt: async () => (await import('#engine/checks/index.ts')).judge(check, null),
          },
        ]),
  ])
