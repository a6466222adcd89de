import * as v from 'valibot'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { inheritedHeaders, levelsOf } from '#engine/project/inherited-headers.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { referredId } from '#engine/steps/references.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { cursor, project } from './arguments.ts'
import { columnsLine } from './list-variables.ts'
import { plainStep, shownHeader, shownValue } from './masked-step.ts'
import { findByName } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { defineTool } from './tool.ts'

/** One case with its steps. */
export const getCase = defineTool({
  name: 'get_case',
  description:
    'One case: steps with ids as propose_changes takes them, inherited headers, variables it reads and sets, data. Read it before a change.',
  input: v.strictObject({ case: v.string(), cursor, project }),
  output: dataOutput,
  async run({ case: wanted, cursor: from }, { loaded, focus }) {
    const { project: draft } = loaded
    const all = indexOf(draft).cases.map(({ suite, one }) => ({ id: one.id, name: one.name, suite, one }))
    const { suite, one } = findByName('case', wanted, all)
    const inherited = inheritedHeaders({ headers: [], body: { type: 'none' } }, levelsOf(draft, suite, one))
    const set = new Set(one.steps.flatMap((step) => variablesSet(step).map(({ name }) => name)))
    const read = [...one.steps.reduce((names, step) => variablesRead(step, names), new Set<string>())].filter(
      (name) => !set.has(name) && isVariableName(name),
    )
    const loops = one.steps.flatMap((step) => referredId(step, 'dataSource') ?? [])
    const sources = draft.dataSources.filter(({ id }) => loops.includes(id))
    const lines = [
      ...(one.description === '' ? [] : [`description: ${foreign(one.description, 300)}`]),
      ...(one.tags.length > 0 ? [`tags: ${foreign(one.tags.join(', '))}`] : []),
      ...(one.onlyIf ? [`onlyIf: ${JSON.stringify(one.onlyIf)}`] : []),
      ...(one.onFailure === 'continue' ? ['onFailure: continue'] : []),
      ...one.variables.map((variable) => `variable ${variable.name} = ${foreign(shownValue(variable), 120)}`),
      ...inherited.map((row) => `inherits ${foreign(shownHeader(row))} (${row.from.level})`),
      ...(read.length > 0 ? [`reads ${foreign(read.join(', '), 300)}`] : []),
      ...(set.size > 0 ? [`sets ${foreign([...set].join(', '), 300)}`] : []),
      ...(await Promise.all(sources.map(columnsLine))),
      'steps:',
      ...one.steps.map(
        (step, at) => `${at + 1}. [${step.id}]${focus.step === step.id ? ' (in focus)' : ''} ${JSON.stringify(plainStep(step))}`,
      ),
    ]
    return { result: paged(`case ${foreign(one.name)} [${one.id}] in suite ${foreign(suite.name)} [${suite.id}]`, lines, from) }
  },
})
