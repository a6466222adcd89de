import {
  requestOf,
  shapeOfOperation,
  shapeOfRequest,
  withStatus,
  type BuiltRequest,
  valueAtPlace,
  type Shape,
  type Slot,
} from '#engine/design/models/index.ts'
import type { DesignTest } from '#engine/design/result.ts'
import type { Design } from '#engine/design/schemas.ts'
import { caseInPlace } from '#engine/project/headers-sent.ts'
import { makeTests } from '#engine/derived-tests/designs/make-tests.ts'
import type { EventSteps, MadeTests, TestTemplate } from '#engine/derived-tests/designs/made-tests.ts'
import type { Case, Suite } from '#engine/project/format/schema.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { actionOf } from './actions.ts'
import { buildRequest } from './case-builder.ts'
import { levelsAround } from './credentials/given-credentials.ts'
import { requiredMembers } from './request/sent-members.ts'
import type { KnownOperation } from './project-index.ts'
import type { Workbench } from './workbench.ts'

/** A test of a design, as cases are made of it. */
export type DerivedTest = Omit<DesignTest, 'covers'>

/** What a request of an operation consists of, by its definition or by a request of the project; undefined if neither says. */
export async function shapeFor({ api, request, path }: KnownOperation): Promise<Shape | undefined> {
  if (api) return shapeOfOperation(api.api, api.key)
  if (!request) return undefined
  return shapeOfRequest({
    method: request.method,
    path,
    query: request.query.filter(({ disabled }) => !disabled),
    headers: [],
    ...(request.body.type === 'json' ? bodyOf(request.body.text) : {}),
  })
}

function bodyOf(text: string): { body?: unknown } {
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    // With references outside quotes it isn't JSON by itself.
    return {}
  }
}

/** A derived design, with all that cases need: nothing of it is computed again. */
export interface TestedDesign {
  design: Design
  tests: readonly DerivedTest[]
  /** The request of each test, where an API definition gave it. */
  built?: readonly BuiltRequest[] | undefined
  status?: { valid?: string | undefined; invalid?: string | undefined } | undefined
}

/** Requests of a design's tests: what each sends by the definition, and what is expected of it. What need not be sent is, where a test is about it. */
export async function builtTests(
  shape: Shape,
  bare: readonly DerivedTest[],
): Promise<{ tests: DerivedTest[]; built: BuiltRequest[]; status: { valid: string; invalid: string } }> {
  const { tests } = withStatus<DerivedTest, { tests: DerivedTest[] }>({ tests: [...bare] }, shape)
  const { valid, invalid } = shape.statuses
  const sent = await requiredShape(shape, new Set(tests.flatMap(({ values, inputs = values }) => Object.keys(inputs))))
  return { tests, built: tests.map((test) => requestOf(sent, test)), status: { valid, invalid } }
}

/** A shape with what has to be sent, and what tests name. */
async function requiredShape({ slots, body, ...shape }: Shape, named: ReadonlySet<string>): Promise<Shape> {
  const isNamed = ({ name, path }: Slot): boolean => named.has(name) || named.has(path.join('.'))
  const paths = new Set(slots.flatMap((slot) => (slot.in === 'body' && isNamed(slot) ? [slot.path.join('.')] : [])))
  const value = body && (await requiredMembers(body.value, body.schema, paths))
  const isSent = (slot: Slot): boolean =>
    slot.in === 'token' || isNamed(slot) || (slot.in === 'body' ? valueAtPlace(value, slot.path) !== undefined : slot.required)
  return { ...shape, slots: slots.filter(isSent), ...(body ? { body: { ...body, value } } : {}) }
}

/** The request of an operation with its token, as the steps around the tests of a design, which set the members that are named. */
export async function templateFor(
  bench: Workbench,
  operation: KnownOperation,
  suite: Suite,
  named: readonly string[],
): Promise<TestTemplate> {
  const action = actionOf(operation, { requiredOnly: true, named: named.map((name) => name.replace(/^body\./, '')) })
  const { before, request, variables, projectVariables } = await buildRequest(bench, action, suite)
  for (const variable of projectVariables) if (!bench.variable(variable.name)) bench.project.variables.push(variable)
  return { before, request, after: [], variables }
}

/** Puts the tests of a design into a suite: a case that goes through a table, or a case for each. Gives the cases, and notes for the user. */
export function addTestsOf(
  bench: Workbench,
  { design, tests, built, status }: TestedDesign,
  suite: Suite,
  template: TestTemplate,
  {
    as = 'data-driven',
    name = design.name,
    events,
  }: { as?: 'data-driven' | 'cases'; name?: string; events?: Record<string, EventSteps> } = {},
): { cases: Case[]; notes: string[] } {
  const around = levelsAround(bench, suite)
  const made: MadeTests = makeTests({
    design,
    result: { tests },
    as,
    template,
    built,
    status,
    events,
    name: freeName(
      name,
      bench.project.dataSources.map((one) => one.name),
    ),
    newId: bench.newId,
  })
  if (made.source) bench.project.dataSources.push(made.source)
  return { cases: made.cases.map((one) => bench.add(suite, one.name, caseInPlace(one, around))), notes: made.notes }
}
