import { AssayError } from '#engine/base/errors.ts'
import type { Masked } from '#engine/base/secrets/masked.ts'
import { describeSource, type Readable } from '#engine/extractors/source.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { templateTexts } from '#engine/templates/texts.ts'
import type { TakenValue } from '../judging/take-value.ts'
import { turnTaker } from '../judging/turns.ts'
import { takeWithinBudget } from '../judging/within-budget.ts'
import { readableOf } from '../readable.ts'
import { resolveDeep } from '../resolve-deep.ts'
import { brokenBy, type Outcome, type RunContext } from '../step-kind.ts'
import type { DataTransferStep, Transfer } from './schema.ts'
import { dataTransferTexts as texts } from './texts.ts'

const longestShown = 2_000

/**
 * Reads all values before it sets variables, so that an empty source never leaves a partial transfer.
 * Values keep their types; a `match` gives text.
 */
export async function runDataTransfer(step: DataTransferStep, context: RunContext): Promise<Outcome> {
  const from = readableOf(context, step.step)
  const found: { transfer: Transfer; value: unknown }[] = []
  const takeTurns = turnTaker(context)
  for (const transfer of step.transfers) {
    const turn = takeTurns()
    if (turn) await turn
    try {
      found.push({ transfer, value: await valueOf(transfer, from, context) })
    } catch (thrown) {
      if (!(thrown instanceof AssayError) || thrown.code === 'cancelled') throw thrown
      return brokenBy(inTransfer(transfer, thrown))
    }
  }
  for (const { transfer, value } of found) {
    const { to, scope } = transfer
    context.variables.set(scope, to, value)
    if (context.wantsDetails !== false) context.emit({ type: 'variable-set', name: to, scope, value: shown(value, context) })
  }
  return { outcome: 'passed' }
}

const shown = (value: unknown, { redactor }: RunContext): Masked => redactor.begin(textOfValue(value), longestShown)

const inTransfer = ({ to, ...source }: Transfer, { code, message, hint, cause }: AssayError): AssayError =>
  new AssayError(code, texts.broken(describeSource(source), to, message), { hint, cause })

async function valueOf(transfer: Transfer, from: Readable, context: RunContext): Promise<unknown> {
  if (!isVariableName(transfer.to))
    throw new AssayError('template-syntax', templateTexts.badName(transfer.to), { hint: templateTexts.badNameHint })
  const { isFound, taken } = await lookUp(transfer, from, context)
  if (taken !== undefined) return taken
  if (transfer.default !== undefined) return resolveDeep(transfer.default, context.variables)
  throw new AssayError('nothing-found', isFound ? texts.noMatch : texts.nothing, { hint: texts.nothingHint })
}

/** What the source yields. A body of another type than the source expects yields nothing if a default replaces it. */
async function lookUp(transfer: Transfer, from: Readable, context: RunContext): Promise<TakenValue> {
  const { match } = transfer
  const expression = match === undefined ? undefined : () => context.variables.resolve(match)
  try {
    return await takeWithinBudget(transfer, expression, from, context)
  } catch (thrown) {
    const replaced = thrown instanceof AssayError && thrown.code === 'nothing-found' && transfer.default !== undefined
    if (replaced) return { isFound: false, taken: undefined }
    throw thrown
  }
}
