import { AssayError } from '#engine/base/errors.ts'
import { browserLimit } from '#engine/ports/http/http-texts.ts'
import { judgeChecks } from '../assertion/run.ts'
import type { Check } from '../check-schema.ts'
import { asksAnswer, asksCookies, valueAsked } from './condition-reads.ts'
import { readableOf } from '../readable.ts'
import type { RunContext } from '../step-kind.ts'
import { stepTexts as texts } from '../texts.ts'

/**
 * Why a condition does not hold; undefined if it does. Its checks are judged in order, up to the first that does not hold:
 * whether a variable is there can be asked before its value. `instead` says why there is no response to look at, where one was
 * skipped. Rejects with AssayError if a check can't be judged.
 */
export async function judgeCondition(
  onlyIf: readonly Check[],
  context: RunContext,
  instead: () => string | undefined,
): Promise<string | undefined> {
  const from = readableOf(context, undefined)
  for (const check of onlyIf) {
    const why = asksAnswer(check) ? instead() : undefined
    if (why !== undefined) return why
    if (asksCookies(check) && !context.ports.capabilities.has('no-cors')) throw browserLimit(texts.readCookies)
    await mustExist(valueAsked(check), context)
    const { failed, error } = await judgeChecks([check], from, context)
    if (error) throw inCondition(error)
    const [found] = failed
    if (found) return texts.unmet(found)
  }
  return undefined
}

/** A variable that no one has set is a slip as a rule: what depends on its value is neither run nor passed over in silence. */
async function mustExist(name: string | undefined, { variables }: RunContext): Promise<void> {
  if (name === undefined) return
  try {
    if ((await variables.get(name)) === undefined) await variables.resolve(`\${${name}}`)
  } catch (thrown) {
    throw inCondition(thrown)
  }
}

const inCondition = (thrown: unknown): unknown =>
  thrown instanceof AssayError && thrown.code !== 'cancelled'
    ? new AssayError(thrown.code, texts.inCondition(thrown.message), { hint: thrown.hint, cause: thrown.cause })
    : thrown
