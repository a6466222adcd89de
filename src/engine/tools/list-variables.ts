import * as v from 'valibot'
import { counted } from '#engine/base/counted.ts'
import { asTable } from '#engine/data/as-table.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { methodFacts } from '#engine/design/facts.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { cursor, project } from './arguments.ts'
import { authenticationLines } from './authentication.ts'
import { shownHeader, shownValue } from './masked-step.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { defineTool } from './tool.ts'

/** Everything besides suites that steps can refer to. */
export const listVariables = defineTool({
  name: 'list_variables',
  description:
    'Variables, secrets (no values), environments, what steps set, inherited headers, data sources with columns, connections, designs, load tests, attached files, how cases authenticate.',
  input: v.strictObject({ cursor, project }),
  output: dataOutput,
  async run({ cursor: from }, { loaded, session }) {
    const { project: draft } = loaded
    const index = indexOf(draft)
    const set = new Map<string, string>()
    for (const { one } of index.cases)
      for (const step of one.steps)
        for (const { name, scope } of variablesSet(step))
          if (!set.has(`${scope} ${name}`))
            set.set(
              `${scope} ${name}`,
              `${name} (${scope}) by ${factsOf(step).title} "${foreign(step.name, 60)}" in case "${foreign(one.name, 60)}"`,
            )
    const lines = [
      ...variableLines('project', draft.variables),
      ...(draft.headers ?? []).map((row) => `header for all requests: ${foreign(shownHeader(row))}`),
      ...draft.environments.flatMap(({ id, name, variables }) => [
        `environment ${foreign(name, 80)} [${id}]`,
        ...variableLines('environment', variables).map((line) => `  ${line}`),
      ]),
      ...draft.suites.flatMap((suite) => [
        ...variableLines(`suite ${suite.name}`, suite.variables),
        ...(suite.headers ?? []).map((row) => `header for suite ${foreign(suite.name, 60)}: ${foreign(shownHeader(row))}`),
      ]),
      ...(await Promise.all(draft.dataSources.map(columnsLine))),
      ...draft.connections.map(({ id, name, driver }) => `connection ${foreign(name, 80)} [${id}]: ${driver}`),
      ...draft.apis.map(({ id, name }) => `API definition ${foreign(name, 80)} [${id}]`),
      ...draft.designs.map(({ id, name, method }) => `design ${foreign(name, 80)} [${id}]: ${methodFacts[method].title}`),
      ...session.memory.designs.map(
        ({ id, model, tests }) =>
          `design ${id} of this conversation: ${methodFacts[model.method].title}, ${counted(tests.length, 'test')}`,
      ),
      ...draft.loadTests.map(
        ({ id, name, stages }) => `load test ${foreign(name, 80)} [${id}]: ${counted(stages.length, 'stage')}`,
      ),
      ...(session.files ?? []).map(
        ({ name, text }) => `attached file ${foreign(name, 80)}: ${text.length} characters, begins with: ${foreign(text, 160)}`,
      ),
      ...authenticationLines(index),
      ...(set.size > 0 ? ['set by steps:', ...[...set.values()].map((line) => `- ${line}`)] : []),
    ]
    return {
      result: paged(
        lines.length === 0 ? 'There are no variables, environments or data sources yet.' : 'Refer to a variable as ${name}.',
        lines,
        from,
      ),
    }
  },
})

const variableLines = (where: string, variables: readonly Variable[]): string[] =>
  variables.map(
    (variable) =>
      `${variable.name} (${foreign(where, 60)}) = ${foreign(shownValue(variable), 120)}${variable.description === '' ? '' : ` · ${foreign(variable.description, 80)}`}`,
  )

/** A data source in one line: its kind, columns and number of rows, where these can be read without a run. */
export async function columnsLine(source: DataSource): Promise<string> {
  const head = `data source ${foreign(source.name, 80)} [${source.id}] (${source.kind})`
  try {
    const { columns, rows } = await asTable(source)
    return `${head}: columns ${foreign(columns.join(', '), 200)} · ${counted(rows.length, 'row')}`
  } catch {
    // A query, or a file that only a run opens.
    return 'columns' in source && Array.isArray(source.columns)
      ? `${head}: columns ${foreign(source.columns.map((one) => (typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one))).join(', '), 200)}`
      : head
  }
}
