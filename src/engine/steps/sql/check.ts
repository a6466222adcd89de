import type { StepCheck } from '../step-check.ts'
import type { SqlStep } from './schema.ts'
import { sqlStepTexts as texts } from './texts.ts'

/** See {@link StepCheck}. */
export const sqlCheck: StepCheck<SqlStep> = {
  missing: ({ query }) => (query.trim() === '' ? [texts.emptyQuery] : []),
  problems: ({ parameters }) =>
    parameters.flatMap(({ name }, index) =>
      name !== '' && parameters.findIndex((other) => other.name === name) < index
        ? [{ place: ['parameters', index, 'name'], text: texts.twice(name) }]
        : [],
    ),
}
