import type { Answered } from '#engine/api/conform.ts'
import type { ProjectApi } from '#engine/api/conformity.ts'
import { AssayError } from '#engine/base/errors.ts'
import { limit } from '#engine/base/work-limit.ts'
import { WholeAnswer } from '#engine/checks/whole-answer.ts'
import { headerValue, viewOf } from '#engine/extractors/response-view.ts'
import type { Readable } from '#engine/extractors/source.ts'
import type { RunContext, StepResult } from './step-kind.ts'
import { stepTexts as texts } from './texts.ts'

/** What the sources of a step read from: the response of `step`, or of the nearest request before. */
export const readableOf = (context: RunContext, step: string | undefined): Readable => ({
  response: () => answerOf(context, step).response,
  answer: () => wholeAnswer(answerOf(context, step), context.apis),
  rows() {
    const result = context.result(step)
    return result?.kind === 'rows' ? result : undefined
  },
  variable: (name) => context.variables.get(name),
})

/** What checks of one result read from. */
export const readableOfResult = (result: StepResult, context: RunContext): Readable =>
  readableOf({ ...context, result: () => result }, undefined)

type HttpResult = Extract<StepResult, { kind: 'http' }>

function answerOf(context: RunContext, step: string | undefined): HttpResult {
  const result = context.result(step)
  if (result?.kind === 'http') return result
  if (result) throw new AssayError('nothing-found', texts.rowsAreNoResponse, { hint: texts.rowsAreNoResponseHint })
  if (step === undefined) throw new AssayError('no-result', texts.noResult, { hint: texts.noResultHint })
  throw new AssayError('no-result', texts.noResultOf(context.nameOf?.(step) ?? step), { hint: texts.noResultOfHint })
}

/** Characters of API definitions that are read in about 25 ms. */
const longestDefinitions = 1_000_000

/** A response to be judged as a whole. What reads API definitions is loaded when a check asks for it. */
export const wholeAnswer = (
  { request, response }: Pick<HttpResult, 'request' | 'response'>,
  apis: readonly ProjectApi[] = [],
): WholeAnswer =>
  new WholeAnswer(
    async (wanted) => {
      limit(apis.reduce((sum, { document }) => sum + document.length, 0) > longestDefinitions)
      const { conformity } = await import('#engine/api/conformity.ts')
      const view = viewOf(response)
      const answer: Answered = {
        method: request.method,
        status: response.status,
        header: (name) => headerValue(response.headers, name),
        isEmpty: () => view.body().length === 0,
        json: () => view.json(),
      }
      return conformity(apis, wanted, request, answer)
    },
    { request, apis },
  )
