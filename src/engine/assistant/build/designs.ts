import type { Texts } from '../replies/texts.ts'
import { AssayError } from '#engine/base/errors.ts'
import { derive } from '#engine/design/index.ts'
import type { MethodId } from '#engine/design/facts.ts'
import { methodFacts } from '#engine/design/facts.ts'
import { modelOf, requestOf, shapeOfOperation, shapeOfRequest, withStatus, type Shape } from '#engine/design/models/index.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { DesignResult } from '#engine/design/result.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { caseAsSent, caseInPlace } from '#engine/project/headers-sent.ts'
import type { Suite } from '#engine/project/schema.ts'
import { makeTests, type TestTemplate } from '#engine/project/designs/make-tests.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { KnownDesign } from '../memory.ts'
import type { PlanOperation } from '../plan.ts'
import type { KnownOperation } from '#engine/case-builder/project-index.ts'
import { actionOf } from '#engine/case-builder/actions.ts'
import { buildCase, suiteFor } from '#engine/case-builder/case-builder.ts'
import { readDecision, readRules, readTransitions } from './design-texts.ts'
import { Unplaced, type Surroundings } from './surroundings.ts'
import { levelsAround } from '#engine/case-builder/given-credentials.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'

type Recipe = Extract<PlanOperation, { do: 'recipe' }>

const methodOf: Partial<Record<Recipe['recipe'], MethodId>> = {
  boundary: 'boundaries',
  partition: 'partitions',
  pairwise: 'combinations',
  decision_table: 'decision-table',
  state: 'states',
  mcdc: 'mcdc',
}

/**
 * TestDesigner: a design, written into the project and into working memory, and if asked for the tests of it. A design that is named by its id is taken as
 * it lies in memory: its parameters are not discovered again (A5).
 */
export async function expandDesign(bench: Workbench<Texts>, given: Recipe, around: Surroundings): Promise<void> {
  const known = given.design === undefined ? undefined : around.designs.find(({ id }) => id === given.design)
  if (given.design !== undefined && !known)
    throw new Unplaced(
      'what',
      around.designs.map(({ id }) => id),
    )
  const operation = bench.index.operation(known?.operation ?? given.operation ?? '')
  const made = known ? { ...(await kept(known)), operation } : await discovered(bench, given, operation)
  const { design, result } = made
  const isThere = bench.project.designs.some(({ id }) => id === design.id)
  if (!isThere) bench.project.designs.push(design)
  if (given.make) await addTests(bench, design, result, operation)
  else if (isThere) throw new Unplaced('nothing')
  const id = known?.id ?? `D${around.designs.length + 1}`
  around.onDesign({
    id,
    project: bench.project.id,
    design: design as unknown as Record<string, unknown>,
    ...(operation ? { operation: operation.name } : {}),
    ...(operation?.api ? { api: operation.api.id } : {}),
    parameters: parametersOf(design),
    tests: result.tests.length,
    ...(given.make ? { made: design.name } : {}),
  })
}

/** A design of working memory, derived again from its own parameters alone. */
async function kept(known: KnownDesign): Promise<{ design: Design; result: DesignResult }> {
  const parsed = parseDesign(known.design)
  if (!parsed.ok) throw new Unplaced('what')
  return { design: parsed.value, result: await derive(parsed.value) }
}

/** A design of an operation's description, of a request, or of the person's own rules. */
async function discovered(
  bench: Workbench<Texts>,
  given: Recipe,
  operation: KnownOperation | undefined,
): Promise<{ design: Design; result: DesignResult }> {
  const method = methodOf[given.recipe]
  if (method === undefined) throw new Unplaced('what')
  const model = await modelFor(method, given, operation, bench.answers['bounds'])
  const title = operation?.title ?? given.name ?? ''
  const name = freeName(
    bench.texts.steps.design(methodFacts[method].title, title || bench.project.name),
    bench.project.designs.map((one) => one.name),
  )
  const source = operation?.api
    ? { source: { api: operation.api.id, operation: operation.api.key } }
    : operation?.request
      ? { source: { step: operation.request.id } }
      : {}
  const design = { id: bench.newId(), ...source, ...model, name } as Design
  try {
    const result = await derive(design)
    return { design, result }
  } catch (error) {
    if (error instanceof AssayError)
      throw new Unplaced(
        given.recipe === 'decision_table'
          ? 'rules'
          : given.recipe === 'mcdc'
            ? 'decision'
            : given.recipe === 'state'
              ? 'transitions'
              : 'bounds',
      )
    throw error
  }
}

async function modelFor(method: MethodId, given: Recipe, operation: KnownOperation | undefined, said?: string): Promise<Model> {
  const [text = ''] = given.rules ?? []
  if (method === 'mcdc') return readDecision(text)
  if (method === 'decision-table') return readRules(text)
  if (method === 'states') return readTransitions(text)
  if (!operation) throw new Unplaced('operation')
  const shape = await shapeFor(operation)
  const wanted = given.parameters ?? []
  const named = shape.slots.filter(({ name }) => wanted.some((one) => one === name || name.endsWith(`.${one}`)))
  // The token stays as it is, unless the person asks for it.
  const usual = shape.slots.filter((slot) => slot.in !== 'token' && slot.in !== 'header')
  const slots = named.length > 0 ? named : usual.length > 0 ? usual : shape.slots
  if (method !== 'combinations' && method !== 'partitions' && method !== 'boundaries') throw new Unplaced('what')
  if (slots.length === 0) throw new Unplaced('bounds')
  const bounds = /(-?\d+(?:[.,]\d+)?)\D+?(-?\d+(?:[.,]\d+)?)/.exec(said ?? '')
  if (bounds && method !== 'combinations') {
    const [from, to] = [bounds[1], bounds[2]].map((one) => Number((one ?? '').replace(',', '.')))
    return {
      name: '',
      seed: 1,
      method,
      parameters: slots.map(({ name }) => ({
        name,
        type: Number.isInteger(from) && Number.isInteger(to) ? 'integer' : 'number',
        step: Number.isInteger(from) && Number.isInteger(to) ? 1 : 0.01,
        classes: [
          { name: 'below', ...(from === undefined ? {} : { to: from - 1 }), valid: false },
          { name: 'valid', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), valid: true },
          { name: 'above', ...(to === undefined ? {} : { from: to + 1 }), valid: false },
        ],
      })),
    } as Model
  }
  return modelOf({ ...shape, slots }, { method, ...(given.strength === undefined ? {} : { strength: given.strength }) })
}

/** What a request of an operation consists of. */
async function shapeFor(operation: KnownOperation): Promise<Shape> {
  if (operation.api) return shapeOfOperation(operation.api.api, operation.api.key)
  const { request } = operation
  if (!request) throw new Unplaced('operation')
  return shapeOfRequest({
    method: request.method,
    path: operation.path,
    query: request.query.filter(({ disabled }) => !disabled),
    headers: [],
    ...(request.body.type === 'json' ? { body: JSON.parse(request.body.text) as unknown } : {}),
  })
}

function parametersOf(design: Design): KnownDesign['parameters'] {
  if ('parameters' in design)
    return design.parameters.map((one) => ({
      name: one.name,
      values: 'values' in one ? one.values.length : 'classes' in one ? one.classes.length : 1,
    }))
  if ('conditions' in design) return design.conditions.map(({ name, values }) => ({ name, values: values.length }))
  return 'states' in design ? [{ name: 'states', values: design.states.length }] : [{ name: 'decision', values: 2 }]
}

/** The tests of a design as cases: those of values run through a table, those of events are a case each. */
async function addTests(
  bench: Workbench<Texts>,
  design: Design,
  result: DesignResult,
  operation: KnownOperation | undefined,
): Promise<void> {
  const target = operation ?? bench.index.operations.find(({ role }) => role === 'create')
  if (!target)
    throw new Unplaced(
      'operation',
      bench.index.operations.slice(0, 8).map(({ name }) => name),
    )
  if (!operation) bench.assume('operation', bench.texts.assume.template(target.name), target.name)
  const suite = suiteFor(bench, { actions: [actionOf(target)] })
  const around = levelsAround(bench, suite)
  const template = await templateFor(bench, target, suite)
  const shape = operation && 'parameters' in design ? await shapeFor(operation) : undefined
  const derived = shape ? withStatus(result, shape) : result
  const { source, cases, notes } = makeTests({
    design,
    result: derived,
    as: 'data-driven',
    template,
    ...(shape
      ? {
          built: derived.tests.map((test) => requestOf(shape, test)),
          status: { valid: shape.statuses.valid, invalid: shape.statuses.invalid },
        }
      : {}),
    name: freeName(
      design.name,
      bench.project.dataSources.map(({ name }) => name),
    ),
    newId: bench.newId,
  })
  if (source) bench.project.dataSources.push(source)
  for (const one of cases) bench.add(suite, one.name, caseInPlace(one, around))
  for (const note of notes) bench.warn(note)
}

/** A request of the operation as TestBuilder makes it: with its token before it. */
async function templateFor(bench: Workbench<Texts>, operation: KnownOperation, suite: Suite): Promise<TestTemplate> {
  const built = await buildCase(bench, { suite: suite.name, name: '\u0000', actions: [actionOf(operation)], follows: true })
  const place = bench.suiteOf(built.id)
  if (place) place.cases = place.cases.filter(({ id }) => id !== built.id)
  bench.cases.delete(built.id)
  const made = caseAsSent(built, levelsAround(bench, suite))
  const at = made.steps.findIndex(isSendRequestStep)
  const request = made.steps[at]
  if (!isSendRequestStep(request)) throw new Unplaced('operation')
  return { before: made.steps.slice(0, at), request, after: [], variables: made.variables }
}
