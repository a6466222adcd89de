import { AssayError } from '#engine/base/errors.ts'
import { shorten, type Masked, type Told } from '#engine/base/secrets/masked.ts'
import { describeRule, describeValue } from '#engine/checks/describe.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { writeJson } from '#engine/extractors/parse-json.ts'
import { describeSource, type Readable } from '#engine/extractors/source.ts'
import { judgeWithinBudget } from '../judging/within-budget.ts'
import { turnTaker } from '../judging/turns.ts'
import { readableOf } from '../readable.ts'
import { resolveDeep } from '../resolve-deep.ts'
import { brokenBy, type CheckResult, type Outcome, type RunContext } from '../step-kind.ts'
import type { AssertionStep, Check } from './schema.ts'
import { assertionStepTexts as texts } from './texts.ts'

const longestText = 2_000
/** Of what a snapshot did not match; a longer one can't be accepted by a click. */
const longestFound = 65_536

/**
 * Evaluates every check, even after a failed one. Failed if a check fails; broken if one can't be evaluated: no response, a
 * truncated body, an invalid rule.
 */
export async function runAssertion(step: AssertionStep, context: RunContext): Promise<Outcome> {
  const from = readableOf(context, step.step)
  const tell = (check: Told<CheckResult>): void => context.emit({ type: 'checked', check })
  const { failed, error } = await judgeChecks(step.checks, from, context, tell)
  if (error) return brokenBy(error)
  const [first] = failed
  if (!first) return { outcome: 'passed' }
  const message = texts.failed(first, failed.length, step.checks.length)
  return { outcome: 'failed', message, ...(await refusalBehind(step, failed, context)) }
}

/** Judges checks in order, all of them: their results, those that do not hold, and the error of the first that can't be judged. */
export async function judgeChecks(
  checks: readonly Check[],
  from: Readable,
  context: RunContext,
  tell?: (result: Told<CheckResult>) => void,
): Promise<{ results: Told<CheckResult>[]; failed: Told<CheckResult>[]; error: AssayError | undefined }> {
  const results: Told<CheckResult>[] = []
  const failed: Told<CheckResult>[] = []
  let error: AssayError | undefined
  let index = 0
  const takeTurns = turnTaker(context)
  for (const check of checks) {
    const turn = takeTurns()
    if (turn) await turn
    try {
      const result = await runCheck(check, index++, from, context)
      results.push(result)
      if (!result.passed) failed.push(result)
      tell?.(result)
    } catch (thrown) {
      if (!(thrown instanceof AssayError) || thrown.code === 'cancelled') throw thrown
      error ??= inCheck(check, thrown)
    }
  }
  return { results, failed, error }
}

/** Why an API did not do what it was asked, if that is what the failed checks came upon and a check did not expect it. */
async function refusalBehind(step: AssertionStep, failed: CheckResult[], context: RunContext) {
  const isFailed = (index: number): boolean => failed.some((result) => result.index === index)
  const ofTheAnswer = step.checks.some(({ source }, index) => sourceFacts[source].reads === 'response' && isFailed(index))
  const expected = step.checks.some(({ source }, index) => sourceFacts[source].expectsRefusal && !isFailed(index))
  const result = ofTheAnswer && !expected ? context.result(step.step) : undefined
  const response = result?.kind === 'http' ? result.response : undefined
  if (response === undefined || response.status < 400) return undefined
  if (result?.kind === 'http' && result.refusal !== undefined) return { hint: result.refusal }
  // Loaded when it is needed: few runs come upon a refusal.
  const [{ explainRefusal }, { explainStatus }] = await Promise.all([
    import('#engine/oauth/diagnosis/explain-refusal.ts'),
    import('./explain-status.ts'),
  ])
  const scheme = result?.kind === 'http' ? result.scheme : undefined
  const explained = explainRefusal(response, scheme)
  if (explained) return explained
  const namesOne = result?.kind === 'http' && result.namesOne === true
  const hint = explainStatus(response, scheme !== undefined || (response.cookies?.size ?? 0) > 0, namesOne)
  return hint === undefined ? undefined : { hint }
}

const inCheck = (check: Check, { code, message, hint, cause }: AssayError): AssayError =>
  new AssayError(code, texts.broken(describeSource(check), message), { hint, cause })

async function runCheck(check: Check, index: number, from: Readable, context: RunContext): Promise<Told<CheckResult>> {
  const { redactor } = context
  const begin = (text: string, length: number): Masked => redactor.begin(text, length)
  const told = (text: string): Masked => shorten(redactor.mask(text), longestText, '…')
  const nothing = redactor.mask('')
  const { ofAnswer, expects } = predicateFacts[check.is]
  const isSnapshot = expects === 'snapshot'
  // What differs from a snapshot is reported path by path, including the actual value: the whole value next to it would only
  // hide the difference.
  const tellsPlaces = isSnapshot && !check.not
  const resolved = ofAnswer
    ? { api: check.api, operation: check.operation }
    : isSnapshot
      ? check.snapshot
      : resolveDeep(check.value, context.variables)
  const expected: unknown = resolved instanceof Promise ? await resolved : resolved
  const rule = { is: check.is, not: check.not, value: expected }
  const described = (passed: boolean, actual: () => string): Told<CheckResult> => {
    // To describe a check takes longer than to judge it.
    if (passed && context.wantsDetails === false) return { index, passed, subject: nothing, expected: nothing, actual: nothing }
    return {
      index,
      passed,
      subject: told(describeSource(check)),
      expected: told(ofAnswer ? ruleOfAnswer(check) : describeRule(tellsPlaces ? { is: check.is } : rule, begin)),
      actual: told(actual()),
    }
  }
  const judged = await judgeWithinBudget(check, expected, from, context)
  if ('unreadable' in judged) return described(false, () => judged.unreadable)
  const { value, size } = judged
  const { holds, detail } = judged.verdict
  rule.value = judged.expected
  const result = described(holds, () => {
    if (ofAnswer || (tellsPlaces && detail !== undefined)) return detail ?? ''
    const actual = describeValue(value, begin, size)
    return detail === undefined ? actual : `${actual} (${detail})`
  })
  const text = tellsPlaces && !holds && size === undefined ? writeJson(value) : undefined
  return text === undefined || text.length > longestFound ? result : { ...result, found: redactor.mask(text) }
}

/** `not conforms-to-api createOrder`; the operation only where the check names it. */
const ruleOfAnswer = ({ is, not, operation }: Check): string => [describeRule({ is, not }), operation ?? ''].join(' ').trim()
