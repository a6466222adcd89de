import type { Texts } from '../replies/texts.ts'
// Over 400 lines: an operation of a plan each, a few lines for every one of the thirteen.
import * as v from 'valibot'
import { AssayError } from '#engine/base/errors.ts'
import { asksEqual } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import { expectedStatus, isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { newStep } from '#engine/project/new-step.ts'
import { moveSteps } from '#engine/project/edit/structure.ts'
import { stepSchema, variableSchema, type Case, type Step } from '#engine/project/schema.ts'
import type { PlanOperation } from '../plan.ts'
import type { KnownOperation } from '#engine/case-builder/project-index.ts'
import { caseOf } from '../understand/names.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { actionOf, type Action } from '#engine/case-builder/actions.ts'
import { plannedAction, plannedCheck } from './planned-action.ts'
import { makeStep } from '#engine/case-builder/built.ts'
import { buildCase } from '#engine/case-builder/case-builder.ts'
import { linkToMaker } from '#engine/case-builder/hand-over.ts'
import { dataDriven, identities, randomData } from './data.ts'
import { expandDesign } from './designs.ts'
import { crudCases, lifeCycle, negativeActions, withAndWithoutToken } from './recipes.ts'
import { setStep } from './set-step.ts'
import { Unplaced, type Surroundings } from './surroundings.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'

/** Carries a plan out on the bench, one operation after the other. Throws {@link Unplaced} where something is missing. */
export async function expand(bench: Workbench<Texts>, operations: readonly PlanOperation[], around: Surroundings): Promise<void> {
  const off = operations.flatMap((operation) => (operation.do === 'add_case' && operation.off ? (operation.operation ?? []) : []))
  if (off.length > 0) bench.warn(bench.texts.warn.switchedOff(off.slice(0, 10).join(', ') + (off.length > 10 ? ' …' : '')))
  for (let at = 0; at < operations.length; at++) {
    const operation = operations[at] as PlanOperation
    if (operation.do === 'add_case') {
      // Its requests come with it, so that one can use what another one gave.
      const steps: Extract<PlanOperation, { do: 'add_step' }>[] = []
      for (
        let next = operations[at + 1];
        next?.do === 'add_step' && next.case === undefined && asks(next);
        next = operations[at + 1]
      ) {
        steps.push(next)
        at++
      }
      await addCase(bench, operation, steps)
    } else await one(bench, operation, around)
  }
}

async function addCase(
  bench: Workbench<Texts>,
  { name, suite, operation, off }: Extract<PlanOperation, { do: 'add_case' }>,
  steps: readonly Extract<PlanOperation, { do: 'add_step' }>[],
): Promise<void> {
  const own = operation === undefined ? undefined : bench.index.operation(operation)
  const actions = [...(own ? [actionOf(own)] : []), ...steps.flatMap((step) => plannedAction(step, bench.index) ?? [])]
  if (operation !== undefined && !own)
    throw new Unplaced(
      'operation',
      bench.index.operations.slice(0, 8).map((known) => known.name),
    )
  if (actions.length === 0) {
    const target = suite ?? bench.answers['suite'] ?? bench.project.suites[0]?.name ?? bench.texts.steps.suite
    if (suite === undefined)
      bench.assume(
        'suite',
        bench.texts.assume.suite(target),
        target,
        bench.project.suites.map((known) => ({ label: known.name, value: known.name })),
      )
    bench.add(bench.suite(target), name || bench.texts.steps.case)
    return
  }
  const made = await buildCase(bench, { ...(name === '' ? {} : { name }), ...(suite === undefined ? {} : { suite }), actions })
  if (off) for (const step of made.steps) step.disabled = true
}

async function one(bench: Workbench<Texts>, operation: PlanOperation, around: Surroundings): Promise<void> {
  switch (operation.do) {
    case 'add_suite': {
      const before = bench.project.suites.length
      bench.suite(operation.name)
      if (bench.project.suites.length === before) throw new Unplaced('nothing')
      return
    }
    case 'recipe':
      return recipe(bench, operation, around)
    case 'add_step':
      return addStep(bench, operation)
    case 'set_step': {
      const found = editableCase(bench, operation.case)
      setStep(bench, stepOf(found, operation.step), operation)
      return
    }
    case 'set_assert':
      return setAssert(bench, operation)
    case 'extract': {
      const found = editableCase(bench, operation.case)
      const request = operation.step ? stepOf(found, operation.step) : found.steps.findLast(isSendRequestStep)
      const at = request ? found.steps.indexOf(request) : found.steps.length - 1
      const source = operation.path.startsWith('$')
        ? { source: 'json', path: operation.path }
        : { source: 'header', name: operation.path }
      const step = makeStep(bench, {
        kind: 'data-transfer',
        name: bench.texts.steps.keep(operation.variable),
        ...(request ? { step: request.id } : {}),
        transfers: [{ ...source, to: operation.variable, ...(operation.scope ? { scope: operation.scope } : {}) }],
      })
      // Behind the checks of that request: what is taken over was checked.
      const behind = isAssertionStep(found.steps[at + 1]) ? at + 2 : at + 1
      found.steps.splice(behind, 0, step)
      return
    }
    case 'remove':
      return remove(bench, operation)
    case 'move':
      return move(bench, operation)
    case 'rename':
      return rename(bench, operation)
    case 'set_var':
      return setVariable(bench, operation)
    case 'use_data':
      return dataDriven(bench, editableCase(bench, operation.case), operation, around)
    case 'set_load':
      return setLoad(bench, operation)
    default:
      return
  }
}

async function recipe(
  bench: Workbench<Texts>,
  given: Extract<PlanOperation, { do: 'recipe' }>,
  around: Surroundings,
): Promise<void> {
  const operation = given.operation === undefined ? undefined : bench.index.operation(given.operation)
  const needed = () => {
    if (!operation)
      throw new Unplaced(
        'operation',
        bench.index.operations.slice(0, 8).map(({ name }) => name),
      )
    return operation
  }
  const place = {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.suite === undefined ? {} : { suite: given.suite }),
  }
  switch (given.recipe) {
    case 'create_delete':
    case 'create_read': {
      const then = given.then === undefined ? undefined : bench.index.operation(given.then)
      await buildCase(bench, { ...place, actions: lifeCycle(bench, needed(), given.recipe, then, given.fields ?? {}) })
      return
    }
    case 'crud':
      await buildCase(bench, {
        ...place,
        name: given.name ?? bench.texts.steps.crud(nounOf(needed())),
        actions: crudCases(bench, needed()),
      })
      return
    case 'auth_call':
      for (const actions of withAndWithoutToken(needed())) await buildCase(bench, { ...place, actions })
      return
    case 'negative': {
      const wrong = negativeActions(bench, needed(), given.kinds)
      if (wrong.length === 0) throw new Unplaced('nothingWrong')
      for (const { name, actions } of wrong) await buildCase(bench, { ...place, name, actions })
      return
    }
    case 'data_driven':
      return dataDriven(
        bench,
        editableCase(bench, given.case),
        { do: 'use_data', ...(given.file === undefined ? {} : { file: given.file }) },
        around,
      )
    case 'random_data':
      randomData(bench, editableCase(bench, given.case))
      return
    case 'identity_matrix':
      identities(bench, editableCase(bench, given.case), given.parameters ?? [])
      return
    case 'load':
      return setLoad(bench, {
        do: 'set_load',
        ...(given.case === undefined ? {} : { target: given.case }),
        ...(given.users === undefined ? {} : { users: given.users }),
        ...(given.duration === undefined ? {} : { duration: given.duration }),
      })
    default:
      return expandDesign(bench, given, around)
  }
}

/** What a resource is called: the word of its path without the plural, not its stem. */
function nounOf({ path, resource }: KnownOperation): string {
  const word = path
    .split('/')
    .flatMap(wordsOf)
    .findLast((one) => stemOf(one) === resource)
  if (word === undefined || word === resource) return resource
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}

/** A case of the project by the label that plans have, ready to be changed. */
function editableCase(bench: Workbench<Texts>, label: string | undefined): Case {
  const known = caseOf(bench.index, label)
  const fresh = bench.project.suites.flatMap(({ cases }) => cases).find(({ name }) => name === label)
  const found = known ? bench.edit(known.one.id) : fresh && bench.edit(fresh.id)
  if (!found)
    throw new Unplaced(
      'case',
      bench.index.cases.slice(0, 8).map(({ one: { name } }) => name),
    )
  return found
}

function stepOf(one: Case, name: string): Step {
  const [only] = one.steps.filter(isSendRequestStep)
  const found =
    one.steps.find((step) => step.name === name) ??
    one.steps.find((step) => step.name.toLowerCase() === name.toLowerCase()) ??
    (name === '' ? only : undefined)
  if (!found)
    throw new Unplaced(
      'step',
      one.steps.map((step) => step.name),
    )
  return found
}

/** Whether a planned step is a request. */
const asks = (operation: { kind: string }): boolean => isSendRequestStep(operation)

async function addStep(bench: Workbench<Texts>, operation: Extract<PlanOperation, { do: 'add_step' }>): Promise<void> {
  const found = editableCase(bench, operation.case)
  if (asks(operation)) {
    const action = plannedAction(operation, bench.index)
    if (!action)
      throw new Unplaced(
        'operation',
        bench.index.operations.slice(0, 8).map(({ name }) => name),
      )
    const suite = bench.suiteOf(found.id)
    const made = await buildCase(bench, {
      ...(suite ? { suite: suite.name } : {}),
      name: '\u0000',
      actions: [action],
      follows: true,
    })
    if (suite) suite.cases = suite.cases.filter(({ id }) => id !== made.id)
    bench.cases.delete(made.id)
    const known = new Set(found.steps.flatMap((step) => (isOAuth2Step(step) ? [step.variableName] : [])))
    const at = placeIn(found, operation)
    found.steps.splice(at, 0, ...made.steps.filter((step) => !isOAuth2Step(step) || !known.has(step.variableName)))
    linkToMaker(bench, found, made.steps.find(isSendRequestStep)?.id)
    const names = new Set(found.variables.map(({ name }) => name))
    const set = new Set(found.steps.flatMap((step) => (factsOf(step).writes?.(step) ?? []).map(({ name }) => name)))
    found.variables.push(...made.variables.filter(({ name }) => !names.has(name) && !set.has(name)))
    return
  }
  const at = placeIn(found, operation)
  const connection = bench.project.connections[0]?.id ?? ''
  const dataSource = bench.project.dataSources[0]?.id ?? ''
  const made = newStep(operation.kind, bench.newId(), operation.name ?? factsOf(operation).newName, { connection, dataSource })
  if ('seconds' in made && operation.seconds !== undefined) {
    made.seconds = Math.min(3600, Math.max(0, operation.seconds))
    made.name = operation.name ?? bench.texts.steps.wait(operation.seconds)
  }
  if ('connection' in made && operation.query !== undefined) made.query = operation.query
  found.steps.splice(at, 0, made)
}

function placeIn(one: Case, { after, before }: { after?: string; before?: string }): number {
  const at = (name: string | undefined) => one.steps.findIndex((step) => step.name === name)
  if (before !== undefined && at(before) >= 0) return at(before)
  return after !== undefined && at(after) >= 0 ? at(after) + 1 : one.steps.length
}

function setAssert(bench: Workbench<Texts>, operation: Extract<PlanOperation, { do: 'set_assert' }>): void {
  const found = editableCase(bench, operation.case)
  const told = found.steps.find(
    (step) => isAssertionStep(step) && step.checks.some((check) => expectedStatus(check) === operation.was),
  )
  const request =
    operation.step === undefined
      ? ((operation.was === undefined ? undefined : told) ?? found.steps.findLast((step) => factsOf(step).gives !== undefined))
      : stepOf(found, operation.step)
  if (!request)
    throw new Unplaced(
      'step',
      found.steps.map(({ name }) => name),
    )
  const from = isAssertionStep(request) ? found.steps.indexOf(request) : found.steps.indexOf(request) + 1
  const end = found.steps.findIndex((step, index) => index > from && isSendRequestStep(step))
  const assertions = found.steps.slice(from, end < 0 ? undefined : end).filter(isAssertionStep)
  const made = v.parse(stepSchema, { id: 'x', kind: 'assertion', name: 'x', checks: operation.checks.map(plannedCheck) })
  if (!isAssertionStep(made)) return
  const [assertion] = assertions
  if (!assertion) {
    found.steps.splice(
      from,
      0,
      makeStep(bench, {
        kind: 'assertion',
        name: bench.texts.steps.check,
        step: request.id,
        checks: operation.checks.map(plannedCheck),
      }),
    )
    return
  }
  for (const check of made.checks) {
    const same = assertion.checks.findIndex(
      (known) =>
        known.source === check.source &&
        known.path === check.path &&
        known.name === check.name &&
        (operation.replace || known.is === check.is),
    )
    if (same >= 0) assertion.checks[same] = check
    else assertion.checks.push(check)
  }
  // A status that is expected now and that the name still denies.
  const status = made.checks.find((check) => takesStatus(check) && asksEqual(check))
  if (status && /\d{3}/.test(assertion.name)) assertion.name = assertion.name.replace(/\d{3}/, String(status.value))
}

function remove(bench: Workbench<Texts>, { what, name, case: of }: Extract<PlanOperation, { do: 'remove' }>): void {
  const { project } = bench
  if (what === 'suite') {
    const found = project.suites.find((suite) => suite.name === name)
    if (!found)
      throw new Unplaced(
        'suite',
        project.suites.map((suite) => suite.name),
      )
    project.suites = project.suites.filter((suite) => suite !== found)
    bench.warn(bench.texts.warn.removes(name, found.cases.length))
    return
  }
  if (what === 'case') {
    const id = caseOf(bench.index, name)?.one.id
    const suite = id === undefined ? undefined : bench.suiteOf(id)
    if (!suite)
      throw new Unplaced(
        'case',
        bench.index.cases.slice(0, 8).map(({ one: known }) => known.name),
      )
    suite.cases = suite.cases.filter((known) => known.id !== id)
    bench.warn(bench.texts.warn.removes(name, 1))
    return
  }
  if (what === 'step') {
    const found = editableCase(bench, of)
    const step = stepOf(found, name)
    found.steps = found.steps.filter((known) => known !== step)
    for (const other of found.steps)
      if ('step' in other && other.step === step.id) bench.warn(bench.texts.warn.refers(other.name, name))
    return
  }
  for (const scope of [project, ...project.environments])
    scope.variables = scope.variables.filter((variable) => variable.name !== name)
  bench.warn(bench.texts.warn.removes(name, 1))
}

function move(bench: Workbench<Texts>, operation: Extract<PlanOperation, { do: 'move' }>): void {
  if (operation.what === 'step') {
    const found = editableCase(bench, operation.case)
    const step = stepOf(found, operation.name)
    moveSteps(found, new Set([step.id]), placeIn(found, operation))
    return
  }
  const id = caseOf(bench.index, operation.name)?.one.id
  const from = id === undefined ? undefined : bench.suiteOf(id)
  const item = from?.cases.find((known) => known.id === id)
  const to = bench.project.suites.find(({ name }) => name === operation.to)
  if (!from || !item || !to)
    throw new Unplaced(
      'suite',
      bench.project.suites.map(({ name }) => name),
    )
  from.cases = from.cases.filter((known) => known !== item)
  to.cases.push(item)
}

function rename(bench: Workbench<Texts>, { what, name, to }: Extract<PlanOperation, { do: 'rename' }>): void {
  const { project } = bench
  if (what === 'project') {
    project.name = to
    return
  }
  if (what === 'suite') {
    const found = project.suites.find((suite) => suite.name === name)
    if (!found)
      throw new Unplaced(
        'suite',
        project.suites.map((suite) => suite.name),
      )
    found.name = to
    return
  }
  if (what === 'case') {
    editableCase(bench, name).name = to
    return
  }
  if (what === 'step') {
    const known = bench.index.cases.find(({ one: { steps } }) => steps.some((step) => step.name === name))
    const step = known && bench.edit(known.one.id)?.steps.find((item) => item.name === name)
    if (!step) throw new Unplaced('step')
    step.name = to
    return
  }
  throw new AssayError('internal', 'A variable is renamed in its dialog, which follows its uses.')
}

function setVariable(
  bench: Workbench<Texts>,
  { name, value, environment, secret }: Extract<PlanOperation, { do: 'set_var' }>,
): void {
  const { project } = bench
  const environments = project.environments.filter((item) =>
    environment === undefined ? item.variables.some((known) => known.name === name) : item.name === environment,
  )
  const made = v.parse(variableSchema, {
    name,
    value: secret ? { secret: `${project.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/${name}` } : (value ?? ''),
  })
  if (environment === undefined && environments.length > 1)
    throw new Unplaced(
      'environment',
      environments.map((item) => item.name),
    )
  const scope = environments[0] ?? project
  const known = scope.variables.find((variable) => variable.name === name)
  if (known) known.value = made.value
  else scope.variables.push(made)
  if (typeof value === 'string' && /^https?:/.test(value)) bench.warn(bench.texts.warn.newHost(value))
}

/** A load test of the project; it is never run by being asked for. */
function setLoad(bench: Workbench<Texts>, given: Extract<PlanOperation, { do: 'set_load' }>): void {
  const { project } = bench
  const target =
    caseOf(bench.index, given.target)?.one ??
    project.suites.find(({ name }) => name === given.target) ??
    project.suites.flatMap(({ cases }) => cases).find(({ name }) => name === given.target)
  if (!target)
    throw new Unplaced(
      'target',
      bench.index.cases.slice(0, 8).map(({ one: { name } }) => name),
    )
  if (given.users === undefined) throw new Unplaced('users', ['10', '50', '100'])
  if (given.duration === undefined) throw new Unplaced('duration', ['30 s', '1 min', '5 min'])
  const users = Math.max(1, Math.round(given.users))
  const rampUp = given.rampUp
  const stages = [
    { duration: rampUp ?? 0, users },
    { duration: given.duration, users },
  ].filter((stage, index) => index > 0 || stage.duration > 0)
  const thresholds = [
    { metric: 'failure.rate', is: 'less-than' as const, value: given.failureRate ?? 0.01 },
    ...(given.p95 === undefined ? [] : [{ metric: 'duration.p95', is: 'less-than' as const, value: given.p95 }]),
  ]
  if (given.failureRate === undefined) bench.assume('failureRate', bench.texts.assume.failureRate('1 %'), '0.01')
  const known = project.loadTests.find((test) => test.target === target.id)
  const [environment] = project.environments
  if (known) Object.assign(known, { stages, thresholds })
  else
    project.loadTests.push({
      id: bench.newId(),
      name: bench.texts.steps.load(target.name, users),
      description: '',
      target: target.id,
      ...(environment ? { environment: environment.id } : {}),
      stages,
      thresholds,
    })
  bench.loadTest = known?.id ?? project.loadTests.at(-1)?.id
}

/** What is shown of an action, for names. */
export const titleOf = (action: Action): string => action.operation?.title ?? `${action.method} ${action.path}`
