import type { StepCheck } from '../step-check.ts'
import { rowColumn } from './facts.ts'
import type { LoopStartStep } from './schema.ts'
import { loopStartTexts as texts } from './texts.ts'

/** See {@link StepCheck}. */
export const loopStartCheck: StepCheck<LoopStartStep> = {
  problems: ({ dataSource, from, to, mapping }) => [
    ...(dataSource || (from !== undefined && to !== undefined) ? [] : [{ place: ['dataSource'], text: texts.noRows }]),
    ...(from !== undefined && to !== undefined && to < from ? [{ place: ['to'], text: texts.backwards(from, to) }] : []),
    ...mapping.flatMap(({ column, variable }, index) => [
      ...(column === '' ? [{ place: ['mapping', index, 'column'], text: texts.noColumn }] : []),
      ...(!dataSource && column !== '' && column !== rowColumn
        ? [{ place: ['mapping', index, 'column'], text: texts.onlyRow(column) }]
        : []),
      ...(variable !== '' && mapping.findIndex((one) => one.variable === variable) < index
        ? [{ place: ['mapping', index, 'variable'], text: texts.doubleVariable(variable) }]
        : []),
    ]),
  ],
}
