import * as v from 'valibot'
import { stageSchema, thresholdSchema } from '#engine/project/load-test.ts'
import { caseSchema, conditionSchema } from '#engine/project/format/schema.ts'
import { pairs } from '#engine/steps/fields.ts'
import { stepInputs, type StepInput } from './step-schema.ts'

const name = v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'), v.maxLength(200))
const target = v.pipe(v.string(), v.minLength(1, 'is empty'), v.maxLength(300))
const described = <S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text))
const cell = v.union([v.string(), v.number(), v.boolean(), v.null()])
const rows = v.pipe(v.array(v.record(v.string(), cell)), v.minLength(1, 'is empty'), v.maxLength(500))
const value = v.union([v.string(), v.number(), v.boolean()])
const place = { before: v.optional(target), after: v.optional(target) }
const mostSteps = 100

const stepInput = v.variant('kind', stepInputs() as never) as unknown as v.GenericSchema<StepInput>
const steps = v.pipe(v.array(stepInput), v.maxLength(mostSteps))

/** What can be in `changes`, each by its `do`. */
export const changeSchemas = {
  add_suite: v.strictObject({ do: v.literal('add_suite'), name, description: v.optional(v.string()) }),
  add_case: v.strictObject({
    do: v.literal('add_case'),
    suite: target,
    name: v.optional(name),
    description: v.optional(v.string()),
    tags: v.optional(v.array(v.string())),
    onlyIf: v.optional(conditionSchema),
    onFailure: v.optional(v.picklist(['stop', 'continue'])),
    variables: v.optional(v.array(v.strictObject({ name: v.string(), value: v.optional(value, '') }))),
    headers: v.optional(pairs),
    steps: v.optional(steps),
    rows: v.optional(described(rows, 'Runs the steps for each row; they use ${column}')),
    data: v.optional(described(target, 'Instead of rows: a data source or attached file')),
    design: v.optional(described(target, 'From run_design, "D1": its tests become the rows; steps are optional')),
    tests: v.optional(described(v.picklist(['data-driven', 'cases']), 'Of a design: one case, or one for each test')),
    events: v.optional(
      described(
        v.record(v.string(), v.strictObject({ from: v.string(), fields: v.optional(v.record(v.string(), v.unknown()), {}) })),
        'Of a design of events: what each sends; steps run before',
      ),
    ),
    ...place,
  }),
  add_steps: v.strictObject({
    do: v.literal('add_steps'),
    case: target,
    steps,
    ...place,
    first: v.optional(v.boolean()),
  }),
  edit_step: v.strictObject({
    do: v.literal('edit_step'),
    step: described(target, 'Id, or name in case'),
    case: v.optional(target),
    set: v.optional(described(v.record(v.string(), v.unknown()), 'Fields with new values; lists whole'), {}),
    fields: v.optional(described(v.record(v.string(), v.unknown()), 'Members of a JSON body by path, "customer.name"')),
    omit: v.optional(described(v.array(v.string()), 'Members to take out')),
    unset: v.optional(described(v.array(v.string()), 'Fields back to defaults')),
  }),
  order_steps: v.strictObject({
    do: v.literal('order_steps'),
    case: target,
    steps: described(v.pipe(v.array(target), v.minLength(1)), 'In the new order; others stay behind'),
  }),
  remove: v.strictObject({
    do: v.literal('remove'),
    of: v.picklist(['suite', 'case', 'step', 'variable', 'data_source', 'load_test', 'design', 'environment']),
    target,
    case: v.optional(described(target, 'Where a step or variable is')),
    suite: v.optional(target),
    environment: v.optional(target),
  }),
  rename: v.strictObject({
    do: v.literal('rename'),
    of: v.picklist(['project', 'suite', 'case', 'step', 'data_source', 'load_test', 'design', 'environment']),
    target: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
    case: v.optional(target),
    to: name,
  }),
  move_case: v.strictObject({ do: v.literal('move_case'), case: target, suite: v.optional(target), ...place }),
  set_variable: v.strictObject({
    do: v.literal('set_variable'),
    name: v.string(),
    value: v.optional(value, ''),
    secret: v.optional(described(v.boolean(), 'The user enters its value')),
    description: v.optional(v.string()),
    environment: v.optional(described(target, 'Also a new one; default: the project')),
    suite: v.optional(target),
    case: v.optional(target),
  }),
  add_data_source: v.strictObject({
    do: v.literal('add_data_source'),
    name: v.optional(name),
    rows: v.optional(rows),
    randomRows: v.optional(v.number()),
    file: v.optional(described(target, 'Attached')),
    case: v.optional(described(target, 'Runs per row; columns replace values that fit')),
  }),
  set_load_test: v.strictObject({
    do: v.literal('set_load_test'),
    name: v.optional(name),
    target: v.optional(described(target, 'Case or suite')),
    users: v.optional(described(v.pipe(v.number(), v.minValue(1), v.maxValue(100_000)), 'With duration')),
    duration: v.optional(described(v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)), 'Seconds')),
    rampUp: v.optional(described(v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)), 'Seconds')),
    stages: v.optional(v.array(stageSchema)),
    executor: v.optional(v.picklist(['users', 'rate'])),
    environment: v.optional(target),
    think: v.optional(v.pipe(v.number(), v.minValue(0))),
    thresholds: v.optional(v.array(thresholdSchema)),
  }),
  set_headers: v.strictObject({
    do: v.literal('set_headers'),
    of: described(v.picklist(['project', 'suite', 'case']), 'Whose requests inherit'),
    target: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
    headers: pairs,
    replace: v.optional(described(v.boolean(), 'Also drop the others'), false),
  }),
  set_tags: v.strictObject({ do: v.literal('set_tags'), case: target, tags: caseSchema.entries.tags.wrapped }),
  set_condition: v.strictObject({
    do: v.literal('set_condition'),
    of: v.picklist(['case', 'step']),
    target,
    case: v.optional(target),
    onlyIf: described(v.nullable(conditionSchema), 'null: always'),
  }),
}

/** One change, by `do`. */
export const changeSchema = v.variant('do', Object.values(changeSchemas) as never) as unknown as v.GenericSchema<Change>
/** See {@link changeSchema}. */
export type Change = { [K in keyof typeof changeSchemas]: v.InferOutput<(typeof changeSchemas)[K]> }[keyof typeof changeSchemas]
/** A change of one type. */
export type ChangeOf<K extends Change['do']> = Extract<Change, { do: K }>

/** Changes at once, at most. */
export const mostChanges = 60
