import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { counted } from '#engine/base/counted.ts'
import { builtTests, shapeFor, type DerivedTest } from '#engine/case-builder/designs.ts'
import { indexOf, type KnownOperation } from '#engine/case-builder/project-index.ts'
import { derive } from '#engine/design/index.ts'
import { marks } from '#engine/design/marks.ts'
import { methodFacts, methodIds, type MethodId } from '#engine/design/facts.ts'
import { crudOf, modelOf, shapeMethods, type Shape, type ShapeMethod } from '#engine/design/models/index.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import { prefixText } from '#engine/design/prefixes.ts'
import type { DesignResult } from '#engine/design/result.ts'
import { designSchemas, type Model } from '#engine/design/schemas.ts'
import { actionOf } from '#engine/case-builder/actions.ts'
import { neededFirst } from '#engine/case-builder/needed-first.ts'
import { project } from './arguments.ts'
import { draftOf } from './draft.ts'
import { operationNamed, WrongName } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { foreign, paged, problem } from './page.ts'
import { entriesOf } from './propose-changes/step-schema.ts'
import { defineTool } from './tool.ts'
import type { KnownDesign, KnownProject, ToolSession } from './tool-session.ts'

/** Keys of a design that arguments don't have: where it is in a project. */
const own = new Set(['id', 'method', 'source', 'seed', 'name', 'parameters', 'minimised'])

/** The keys that the methods' models have, each with every form that one of them gives it: a new method is known here without a line. */
function modelEntries(): Record<string, v.GenericSchema> {
  const forms = new Map<string, Map<string, v.GenericSchema>>()
  for (const schema of Object.values(designSchemas))
    for (const [key, given] of Object.entries(entriesOf(schema))) {
      if (own.has(key)) continue
      const inner = 'wrapped' in given ? (given.wrapped as v.GenericSchema) : given
      const known = forms.get(key) ?? new Map<string, v.GenericSchema>()
      forms.set(key, known)
      known.set(
        JSON.stringify(inner, (name, one: unknown) => (name.startsWith('~') ? undefined : one)),
        inner,
      )
    }
  return Object.fromEntries(
    [...forms].map(([key, all]) => {
      const [first = v.unknown(), ...others] = all.values()
      return [key, v.optional(others.length === 0 ? first : v.union([first, ...others]))]
    }),
  )
}

const mostTests = 2_000

/** Derives tests from a model. */
export const runDesign = defineTool({
  name: 'run_design',
  description: `Derive tests from an operation (${shapeMethods.join(', ')}, crud) or from a model of your own; a wrong key names the valid ones. Pairwise: combinations, strength 2. Gives an id: propose_changes add_case { "design": "D1" } makes its tests. Name parameters and conditions after the members they send; "${marks.absent}" leaves one out.`,
  input: v.strictObject({
    method: v.picklist(methodIds),
    operation: v.optional(v.pipe(v.string(), v.description('Its members and parameters become the model'))),
    parameters: v.optional(
      v.pipe(
        v.array(v.union([v.string(), v.looseObject({ name: v.string() })])),
        v.description(
          'Names of the operation\'s, or { "name", "values": [1, { "value": 0, "valid": false }] }, or { "name", "type": "integer", "classes": [{ "name", "from", "to", "valid" }] }',
        ),
      ),
    ),
    expect: v.optional(
      v.pipe(
        v.strictObject({
          valid: v.optional(v.union([v.string(), v.number()])),
          invalid: v.optional(v.union([v.string(), v.number()])),
        }),
        v.description('Statuses, if not the documented ones'),
      ),
    ),
    name: v.optional(v.pipe(v.string(), v.maxLength(120))),
    seed: v.optional(v.pipe(v.number(), v.integer()), 1),
    ...modelEntries(),
    project,
  }),
  output: dataOutput,
  async run(input, { loaded, session }) {
    const { method, operation: wanted, expect, name, seed } = input
    const index = indexOf(loaded.project)
    const operation = wanted === undefined ? undefined : operationNamed(index, wanted)
    const given = Object.fromEntries(
      Object.entries(input).filter(
        ([key, value]) => value !== undefined && !['operation', 'expect', 'project', 'name', 'seed'].includes(key),
      ),
    )
    const shape = operation && isOfShape(method) ? await shapeFor(operation) : undefined
    const model = modelFor(method, given, operation, shape)
    const title = name ?? `${methodFacts[method].title}${operation ? `: ${operation.title}` : ''}`
    const parsed = parseDesign({ ...model, name: title, seed })
    if (!parsed.ok) return { result: problem(`${foreign(parsed.error, 400)}. ${keysText(method)}`) }
    const { id: _, ...design } = parsed.value
    let result: DesignResult
    try {
      result = await deriveWithin(design as Model)
    } catch (error) {
      if (error instanceof AssayError) return { result: problem(`${foreign(error.message, 800)} ${keysText(method)}`) }
      throw error
    }
    if (result.tests.length > mostTests)
      return {
        result: problem(
          `${result.tests.length} tests: at most ${mostTests} fit. Use fewer parameters or values, or a lower strength.`,
        ),
      }
    const bare = result.tests.map(({ covers: _covers, ...test }): DerivedTest => test)
    const made = shape ? await builtTests(shape, bare) : { tests: bare }
    const status = { ...('status' in made ? made.status : {}), ...statusesOf(expect) }
    const known: KnownDesign = {
      id: `D${Math.max(0, ...session.memory.designs.map((one) => Number(one.id.slice(1)) || 0)) + 1}`,
      project: loaded.id,
      model: { ...design, ...sourceOf(operation) } as Model,
      ...(operation ? { operation: operation.name } : {}),
      tests: expect === undefined ? made.tests : made.tests.map(withoutStatus),
      ...('built' in made ? { built: made.built } : {}),
      ...(Object.keys(status).length > 0 ? { status } : {}),
      coverage: result.coverage,
    }
    return {
      result: paged(headOf(known, result), [
        ...known.tests.map(testLine),
        ...(known.tests.length === 1 && !known.tests[0]?.events ? [fewTests] : []),
        ...neededLines(operation, loaded, session),
        ...result.notes.slice(0, 8).map((note) => `note: ${foreign(note, 200)}`),
        ...ruledOut(result),
      ]),
      memory: { ...session.memory, designs: [...session.memory.designs, known].slice(-mostDesigns) },
    }
  },
})

/** What makes the thing that a path names: without it all tests are about nothing. */
function neededLines(operation: KnownOperation | undefined, loaded: KnownProject, session: ToolSession): string[] {
  if (!operation?.path.includes('{')) return []
  const givers = neededFirst(draftOf(loaded, session).bench, { actions: [actionOf(operation)] })
  if (givers.length === 0) return [`note: ${foreign(operation.path)} names things that have to be there: set their variables.`]
  const names = givers.map((giver) => giver.operation?.name ?? '').join(', ')
  return [`note: needs first: ${foreign(names)}. Give "steps" in add_case with them and the request of this operation.`]
}

const mostDesigns = 20
const fewTests =
  'note: Only 1 test: nothing tells more cases apart. Give "parameters" with values or classes, from the user or from descriptions; else say so in not_done.'

const isOfShape = (method: MethodId): method is ShapeMethod => (shapeMethods as readonly string[]).includes(method)

const sourceOf = (operation: KnownOperation | undefined) =>
  operation?.api
    ? { source: { api: operation.api.id, operation: operation.api.key } }
    : operation?.request
      ? { source: { step: operation.request.id } }
      : {}

/** Statuses are texts in a design: `201`, `4XX`. */
const statusesOf = (expect: { valid?: string | number | undefined; invalid?: string | number | undefined } | undefined) =>
  Object.fromEntries(Object.entries(expect ?? {}).flatMap(([key, one]) => (one === undefined ? [] : [[key, String(one)]])))

function withoutStatus(test: DerivedTest): DerivedTest {
  if (!test.expected) return test
  const { status: _, ...expected } = test.expected
  return { ...test, expected }
}

/** The model of the arguments, completed by what the operation says. */
function modelFor(
  method: MethodId,
  given: Record<string, unknown>,
  operation: KnownOperation | undefined,
  shape: Shape | undefined,
): object {
  const valid = entriesOf(designSchemas[method])
  const alien = Object.keys(given).filter((key) => !Object.hasOwn(valid, key))
  if (alien.length > 0) throw new WrongName(`Method ${method} has no "${alien.join('", "')}". ${keysText(method)}`)
  const parameters = (given['parameters'] ?? []) as (string | { name: string })[]
  const names = parameters.map((one) => (typeof one === 'string' ? one : one.name))
  const models = parameters.filter((one) => typeof one !== 'string')
  if (method === 'crud' && operation?.api) return { ...crudOf(operation.api.api, operation.api.key), ...given, method }
  if (!shape || !isOfShape(method)) {
    const [bare] = parameters.filter((one) => typeof one === 'string')
    if (bare !== undefined)
      throw new WrongName(
        `Parameter "${foreign(bare, 60)}" needs values or classes, or name an operation that has it. ${keysText(method)}`,
      )
    return given
  }
  const usual = shape.slots.filter((slot) => slot.in !== 'token' && slot.in !== 'header')
  const slots =
    names.length === 0
      ? usual.length > 0
        ? usual
        : shape.slots
      : shape.slots.filter(({ name }) => names.some((one) => one === name || name.endsWith(`.${one}`)))
  for (const one of parameters)
    if (typeof one === 'string' && !slots.some(({ name }) => name === one || name.endsWith(`.${one}`)))
      throw new WrongName(
        `${operation?.name ?? ''} has no parameter "${foreign(one, 60)}". Valid: ${foreign(shape.slots.map(({ name }) => name).join(', '), 600)}.`,
      )
  if (slots.length === 0 && models.length === 0)
    throw new WrongName(`${operation?.name ?? ''} has no body or parameters. Give "parameters" with values.`)
  const strength = typeof given['strength'] === 'number' ? { strength: given['strength'] } : {}
  const base = modelOf({ ...shape, slots }, { method, ...strength })
  const made = new Map(('parameters' in base ? (base.parameters as { name: string }[]) : []).map((one) => [one.name, one]))
  for (const one of models) made.set(one.name, one)
  return { ...base, ...given, parameters: [...made.values()] }
}

/** What a model of a method consists of. */
function keysText(method: MethodId): string {
  const keys = Object.entries(entriesOf(designSchemas[method])).filter(
    ([key]) => !['id', 'method', 'source', 'minimised'].includes(key),
  )
  return `A model of ${method} has: ${keys.map(([key, one]) => `${key}${one.type === 'optional' ? '' : '*'}`).join(', ')}.`
}

/** Pieces of work, of some milliseconds each, after which a suite is not waited for. */
const mostPieces = 4_000

/** The tests of a model, within a budget of work that is the same on every machine. */
async function deriveWithin(model: Model): Promise<DesignResult> {
  const controller = new AbortController()
  let pieces = 0
  return derive(model, {
    signal: controller.signal,
    pause: async () => {
      pieces += 1
      if (pieces > mostPieces) controller.abort()
    },
  })
}

function headOf({ id, model, operation, tests }: KnownDesign, result: DesignResult): string {
  const { coverage, bound } = result
  const invalid = tests.filter(({ valid }) => !valid).length
  return [
    `${id}: ${methodFacts[model.method].title}${operation === undefined ? '' : ` of ${operation}`}, ${counted(tests.length, 'test')}${invalid > 0 ? `, ${invalid} invalid` : ''}.`,
    `Covers ${coverage.exercised} of ${coverage.feasible} items.`,
    ...(bound === tests.length ? ['Proven minimal.'] : []),
    ...[prefixText(result)].filter(Boolean),
    `Make them by propose_changes with add_case { "design": "${id}" }.`,
  ].join(' ')
}

/** A test in one line: what it sends and what is expected. */
function testLine({ values, inputs, events, path, outputs, valid, invalid, expected }: DerivedTest, at: number): string {
  const what = events
    ? `${events.map((event, step) => (outputs?.[step] ? `${event} (${outputs[step]})` : event)).join(' → ')}${path ? ` through ${path.join(' → ')}` : ''}`
    : Object.entries(inputs ?? values)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(', ')
  const then = Object.entries(expected ?? {}).map(([name, value]) => `${name} ${String(value)}`)
  return `${at + 1}. ${foreign(what, 340)}${valid ? '' : ` · invalid${invalid === undefined ? '' : `: ${foreign(invalid, 60)}`}`}${then.length > 0 ? ` · expects ${foreign(then.join(', '), 100)}` : ''}`
}

const ruledOut = ({ infeasible }: DesignResult): string[] =>
  infeasible
    .slice(0, 6)
    .map(({ item, because }) => `infeasible: ${foreign(item, 100)}, because of ${foreign(because.join('; '), 160)}`)
