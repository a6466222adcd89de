import * as v from 'valibot'
import { emptyEnvironment, emptySuite } from '#engine/project/empty.ts'
import { loadTestSchema } from '#engine/project/load-test.ts'
import { stepSchema, variableSchema, type Step, type Variable } from '#engine/project/format/schema.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { indexOfRequest, type KnownOperation } from '#engine/case-builder/project-index.ts'
import { bodySchemaOf, typedReferences } from '#engine/case-builder/request/sent-members.ts'
import { bodyText, leaveOut, putInto, readJson } from '#engine/case-builder/request/request-body.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { WrongName } from '../find-by-name.ts'
import { foreign } from '../page.ts'
import type { ToolSession } from '../tool-session.ts'
import { addCase, sourceFrom, withRows } from './add-case.ts'
import type { Change, ChangeOf } from './change-schema.ts'
import { makeSteps, referById } from './make-steps.ts'
import { insertAt, type DraftPlaces } from './places.ts'
import { fieldsOfKind } from './step-schema.ts'

type Apply<K extends Change['do']> = (places: DraftPlaces, change: ChangeOf<K>, session: ToolSession) => void | Promise<void>

/** What each change does to the draft. */
const appliers: { [K in Change['do']]: Apply<K> } = {
  add_suite(places, { name, description = '' }) {
    const suite = { ...emptySuite(places.draft.newId(), name), description, cases: [] }
    places.made.add(suite.id)
    places.project.suites.push(suite)
  },
  add_case: addCase,
  async add_steps(places, { case: wanted, steps, ...place }) {
    const target = places.case(wanted)
    const { one } = target
    // Earlier steps are known only once their place is known.
    const marker = { id: '', name: '' } as Step
    insertAt(one.steps, [marker], place, (step) => places.find('step', step, one.steps))
    const at = one.steps.indexOf(marker)
    one.steps.splice(at, 1)
    one.steps.splice(at, 0, ...(await makeSteps(places, steps, target, one.steps.slice(0, at))))
  },
  edit_step(places, { step: wanted, case: within, set, fields, omit = [], unset = [] }) {
    const { one, step, at } = places.step(wanted, within)
    const valid = fieldsOfKind(step.kind)
    for (const key of [...Object.keys(set), ...unset])
      if (!valid.includes(key))
        throw new WrongName(`A step of kind "${step.kind}" has no "${foreign(key, 60)}". Valid: ${valid.join(', ')}.`)
    const kept = Object.fromEntries(Object.entries(step).filter(([key]) => !unset.includes(key)))
    const parsed = v.safeParse(stepSchema, { ...kept, ...set, id: step.id, kind: step.kind })
    if (!parsed.success) throw new WrongName(`${v.getDotPath(parsed.issues[0]) ?? step.kind}: ${parsed.issues[0].message}`)
    const next = parsed.output
    if (fields || omit.length > 0) editBody(next, fields ?? {}, omit, indexOfRequest(places.draft.bench.index, next))
    referById(places, next, one.steps.slice(0, at))
    one.steps[at] = next
  },
  order_steps(places, { case: wanted, steps }) {
    const { one } = places.case(wanted)
    const first = [...new Set(steps.map((step) => places.find('step', step, one.steps)))]
    one.steps = [...first, ...one.steps.filter((step) => !first.includes(step))]
  },
  remove: removeOne,
  rename(places, { of, target, case: within, to }) {
    if (of === 'project') places.project.name = to
    else if (of === 'step') places.step(target, within).step.name = to
    else if (of === 'case') places.case(target).one.name = to
    else {
      const list = listOf(places, of)
      const found = places.find(of.replace('_', ' '), target, list)
      list[list.indexOf(found)] = { ...found, name: to }
    }
  },
  move_case(places, { case: wanted, suite, ...place }) {
    const from = places.case(wanted)
    const to = suite === undefined ? from.suite : places.suite(suite)
    from.suite.cases.splice(from.suite.cases.indexOf(from.one), 1)
    insertAt(to.cases, [from.one], place, (name) => places.find('case', name, to.cases))
  },
  set_variable(places, { name, value, secret, description, environment, suite, case: one }) {
    const list = variablesAt(places, { environment, suite, case: one })
    const known = list.findIndex((variable) => variable.name === name)
    const old = list[known]
    const prefix = places.project.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const parsed = v.safeParse(variableSchema, {
      name,
      value: secret ? (typeof old?.value === 'object' ? old.value : { secret: `${prefix}/${name}` }) : value,
      description: description ?? old?.description ?? '',
    })
    if (!parsed.success) throw new WrongName(`name: ${parsed.issues[0].message}`)
    if (typeof old?.value === 'object' && !secret)
      throw new WrongName(`\${${foreign(name, 60)}} is a secret: the user enters its value. Use another name, or "secret": true.`)
    if (old) list[known] = parsed.output
    else list.push(parsed.output)
    if (secret && !old) places.draft.bench.warn(places.draft.bench.texts.warn.secretNeeded(name))
  },
  async add_data_source(places, { name, rows, randomRows, file, case: wanted }, session) {
    const source = await sourceFrom(places, { name, rows, randomRows, file }, session)
    if (wanted === undefined) return
    const { one } = places.case(wanted)
    one.steps = await withRows(places, one, source)
  },
  set_load_test: setLoadTest,
  set_headers(places, { of, target, headers, replace }) {
    const { project } = places
    const holder = of === 'project' ? project : of === 'suite' ? places.suite(target) : places.case(target).one
    const names = new Set(headers.map(({ name }) => name.toLowerCase()))
    const kept = replace ? [] : (holder.headers ?? []).filter(({ name }) => !names.has(name.toLowerCase()))
    const all = [...kept, ...headers]
    if (all.length === 0) delete holder.headers
    else holder.headers = all
  },
  set_tags(places, { case: wanted, tags }) {
    places.case(wanted).one.tags = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
  },
  set_condition(places, { of, target, case: within, onlyIf }) {
    const holder = of === 'case' ? places.case(target).one : places.step(target, within).step
    if (onlyIf === null) delete holder.onlyIf
    else holder.onlyIf = onlyIf
  },
}

/** Does one change to the draft. Throws {@link WrongName} for what can't be done. */
export async function applyChange(places: DraftPlaces, change: Change, session: ToolSession): Promise<void> {
  await (appliers[change.do] as Apply<Change['do']>)(places, change as never, session)
}

/** Sets and takes out members of a JSON body by path. */
function editBody(
  step: Step,
  fields: Record<string, unknown>,
  omit: readonly string[],
  operation: KnownOperation | undefined,
): void {
  const made = isSendRequestStep(step) && step.body.type === 'json' ? readJson(step.body.text, true) : undefined
  if (!isSendRequestStep(step) || !isObject(made))
    throw new WrongName('"fields" and "omit" need a request whose body is a JSON object.')
  for (const [path, value] of Object.entries(fields)) putInto(made, path, value)
  for (const path of omit) leaveOut(made, path)
  const schema = operation && bodySchemaOf(operation)
  step.body = { type: 'json', text: bodyText(schema ? typedReferences(made, schema) : made) }
}

const listNames = {
  suite: 'suites',
  data_source: 'dataSources',
  load_test: 'loadTests',
  design: 'designs',
  environment: 'environments',
} as const

const listOf = (places: DraftPlaces, of: keyof typeof listNames): { id: string; name: string }[] => places.project[listNames[of]]

function removeOne(places: DraftPlaces, { of, target, case: within, suite, environment }: ChangeOf<'remove'>): void {
  if (of === 'step') {
    const { one, step } = places.step(target, within)
    one.steps.splice(one.steps.indexOf(step), 1)
    // The other marker of a loop goes with it, and what looked at the result looks at the nearest before.
    for (const other of one.steps) {
      const field = factsOf(other).refers?.step
      if (field !== undefined && Reflect.get(other, field) === step.id) Reflect.deleteProperty(other, field)
    }
    return
  }
  if (of === 'variable') {
    const list = variablesAt(places, { environment, suite, case: within })
    const found = places.find(
      'variable',
      target,
      list.map(({ name }) => ({ id: name, name })),
    )
    list.splice(
      list.findIndex(({ name }) => name === found.name),
      1,
    )
    return
  }
  const ids = new Set<string>()
  if (of === 'case') {
    const found = places.case(target)
    found.suite.cases.splice(found.suite.cases.indexOf(found.one), 1)
    ids.add(found.one.id)
  } else {
    const list = listOf(places, of)
    const found = places.find(of.replace('_', ' '), target, list)
    list.splice(list.indexOf(found), 1)
    ids.add(found.id)
    if (of === 'suite') for (const { id } of (found as { cases?: { id: string }[] }).cases ?? []) ids.add(id)
  }
  const { project } = places
  const loads = project.loadTests.filter((one) => ids.has(one.target) || (one.before !== undefined && ids.has(one.before)))
  if (loads.length > 0)
    throw new WrongName(
      `${loads.map(({ name, id }) => `The load test "${foreign(name, 60)}" [${id}]`).join(', ')} runs it. Remove that first.`,
    )
}

/** The variables of a case, a suite, an environment (made if there is none of that name) or the project. */
function variablesAt(
  places: DraftPlaces,
  at: { environment?: string | undefined; suite?: string | undefined; case?: string | undefined },
): Variable[] {
  if (at.case !== undefined) return places.case(at.case).one.variables
  if (at.suite !== undefined) return places.suite(at.suite).variables
  if (at.environment === undefined) return places.project.variables
  const { environments } = places.project
  const wanted = at.environment
  const known = environments.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase())
  if (known) return known.variables
  const made = emptyEnvironment(places.draft.newId(), wanted)
  places.made.add(made.id)
  environments.push(made)
  return made.variables
}

function setLoadTest(places: DraftPlaces, change: ChangeOf<'set_load_test'>): void {
  const { name, target, users, duration, rampUp = 0, stages, environment, ...rest } = change
  const { project } = places
  const known = project.loadTests.find((one) => one.name === name || one.id === name)
  const targets = project.suites.flatMap((suite) => [suite, ...suite.cases])
  const place = target === undefined ? undefined : places.find('case or suite', target, targets)
  if (!known && !place) throw new WrongName('A new load test needs "target", a case or suite.')
  if (!known && stages === undefined && (users === undefined || duration === undefined))
    throw new WrongName('A new load test needs "users" and "duration", or "stages".')
  const timed =
    stages ??
    (users === undefined && duration === undefined
      ? undefined
      : [
          ...(rampUp > 0 ? [{ duration: rampUp, users: users ?? lastUsers(known) }] : []),
          ...(rampUp > 0 ? [] : [{ duration: 0, users: users ?? lastUsers(known) }]),
          { duration: duration ?? known?.stages.at(-1)?.duration ?? 60, users: users ?? lastUsers(known) },
        ])
  const given = Object.fromEntries(Object.entries(rest).filter(([key, value]) => key !== 'do' && value !== undefined))
  const made = v.parse(loadTestSchema, {
    ...known,
    id: known?.id ?? places.draft.newId(),
    name:
      known?.name ??
      freeName(
        name ?? `Load: ${place?.name ?? ''}`,
        project.loadTests.map((one) => one.name),
      ),
    ...(place ? { target: place.id } : {}),
    ...(timed ? { stages: timed } : {}),
    ...(environment === undefined ? {} : { environment: places.find('environment', environment, project.environments).id }),
    ...given,
  })
  if (known) project.loadTests[project.loadTests.indexOf(known)] = made
  else project.loadTests.push(made)
  places.draft.bench.loadTest = made.id
}

const lastUsers = (known: { stages: readonly { users?: number | undefined }[] } | undefined): number =>
  known?.stages.at(-1)?.users ?? 1
