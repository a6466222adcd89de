import { AssayError } from '#engine/base/errors.ts'
import type { Readable } from '#engine/extractors/source.ts'
import type { RunContext } from './step-kind.ts'
import { texts } from './texts.ts'

/** What the sources of a step read from: the response of `step`, or of the nearest request before. */
export const readableOf = (context: RunContext, step: string | undefined): Readable => ({
  response() {
    const result = context.result(step)
    if (result?.kind === 'http') return result.response
    if (result) throw new AssayError('nothing-found', texts.rowsAreNoResponse, { hint: texts.rowsAreNoResponseHint })
    if (step === undefined) throw new AssayError('no-result', texts.noResult, { hint: texts.noResultHint })
    throw new AssayError('no-result', texts.noResultOf(context.nameOf?.(step) ?? step), { hint: texts.noResultOfHint })
  },
  rows() {
    const result = context.result(step)
    return result?.kind === 'rows' ? result : undefined
  },
  variable: (name) => context.variables.get(name),
})
