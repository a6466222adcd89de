import * as v from 'valibot'
import { counted } from '#engine/base/counted.ts'
import { cursor, project } from './arguments.ts'
import { findByName } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { defineTool } from './tool.ts'
import type { FailedCheck, RunStepView } from './tool-session.ts'

/** What the last run came to. */
export const getLastRun = defineTool({
  name: 'get_last_run',
  description:
    'The last run: outcomes, failed checks with expected and actual types, diagnosis, response shapes. Values only if the user allows it. With "case": all its steps.',
  input: v.strictObject({ case: v.optional(v.string()), cursor, project }),
  output: dataOutput,
  run({ case: wanted, cursor: from }, { loaded, session }) {
    const last = session.lastRun?.(loaded.id)
    if (!last) return { result: { kind: 'data', text: 'This project has no run yet.' } }
    const all = last.cases.map((one) => ({ ...one, id: one.case }))
    const cases = wanted === undefined ? all : [findByName('case', wanted, all)]
    const shown = last.valuesAllowed === true
    const failed = cases.filter(({ outcome }) => outcome !== 'passed')
    const lines = [...failed, ...cases.filter((one) => !failed.includes(one))].flatMap((one) => [
      `case ${foreign(one.name)} [${one.case}] in ${foreign(one.suite, 60)}: ${one.outcome}`,
      ...one.steps
        .filter(({ outcome }) => wanted !== undefined || !['passed', 'skipped'].includes(outcome))
        .flatMap((step) => stepLines(step, shown)),
    ])
    const where = last.environment === undefined ? '' : ` in environment ${foreign(last.environment, 60)}`
    return { result: paged(`${failed.length} of ${counted(cases.length, 'case')} didn't pass${where}.`, lines, from) }
  },
})

function stepLines(
  { step, name, outcome, status, message, hint, failed = [], shape = [] }: RunStepView,
  shown: boolean,
): string[] {
  const text = (told: string) => foreign(shown ? told : withoutValues(told), 300)
  return [
    `- ${foreign(name, 100)} [${step}]: ${outcome}${status === undefined ? '' : ` · status ${status}`}`,
    ...(message === undefined ? [] : [`  ${text(message)}`]),
    ...(hint === undefined ? [] : [`  diagnosis: ${text(hint)}`]),
    ...failed.map((check) => `  ${checkLine(check, text)}`),
    ...(shape.length === 0 ? [] : [`  response: ${foreign(shape.map(([path, type]) => `${path}: ${type}`).join(', '), 900)}`]),
  ]
}

const checkLine = ({ subject, expected, actual }: FailedCheck, text: (told: string) => string): string =>
  `${foreign(subject, 160)} · expected ${isStatus(subject) ? foreign(expected) : text(expected)} · actual ${isStatus(subject) ? foreign(actual) : text(actual)}`

/** A status isn't user data. */
const isStatus = (subject: string): boolean => /^status\b/.test(subject)

/** A text without the values in it: quoted texts, numbers and JSON become their types. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replaceAll(/[{[][\s\S]*[}\]]/g, '{…}')
    .replaceAll(/(?<![\w.$])-?\d[\d.,:eE+-]*/g, '…')
