import * as v from 'valibot'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { project } from './arguments.ts'
import { fromEntries, requestFrom } from './request-from.ts'
import { plainStep } from './masked-step.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { defineTool } from './tool.ts'
import { draftOf } from './draft.ts'

/** A complete request of an operation, for who wants to see it before it is in a case. */
export const buildRequestStep = defineTool({
  name: 'build_request',
  description:
    'The request step of an operation with its token, valid by the API definition. In propose_changes, a step with "from" gives the same without this call.',
  input: v.strictObject({
    operation: v.string(),
    ...fromEntries,
    project,
  }),
  output: dataOutput,
  async run({ operation, fields, omit, optional, as }, { loaded, session, focus }) {
    const draft = draftOf(loaded, session)
    const suite = draft.bench.project.suites.find(({ id }) => id === focus.suite) ?? draft.bench.project.suites[0]
    const made = await requestFrom(draft, { from: operation, fields, omit, optional, as }, suite)
    const { before, request, variables } = made
    const lines = [
      ...before.map((step) => `before: ${JSON.stringify(plainStep(step))}`),
      JSON.stringify(plainStep(request)),
      ...variables.map(
        ({ name, value }) => `needs \${${name}}: ${typeof value === 'object' ? 'a secret' : foreign(String(value), 60)}`,
      ),
      ...made.needs.map((line) => `needs first: ${line}`),
      ...draft.bench.assumptions.map(({ text }) => `assumed: ${foreign(text)}`),
      ...draft.bench.warnings.map((text) => `note: ${foreign(text)}`),
    ]
    const known = indexOf(loaded.project).operation(operation)
    return { result: paged(foreign(known?.name ?? operation), lines) }
  },
})
