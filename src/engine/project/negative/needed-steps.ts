import { readsResult, variablesRead } from '#engine/steps/data-transfer/reads.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Case, Step } from '../schema.ts'

/** The variables that a step sets. */
function namesSetBy(step: Step): string[] {
  switch (step.kind) {
    case 'oauth2':
    case 'jwt':
      return [step.variableName]
    case 'data-transfer':
      return step.transfers.map(({ to }) => to)
    case 'loop-start':
      return step.mapping.map(({ variable }) => variable)
    default:
      return []
  }
}

/** What a step refers to: its templates, and variables that it names. */
function namesReadBy(step: Step): Set<string> {
  const names = namesIn(step)
  if (step.kind === 'data-transfer') for (const name of variablesRead(step)) names.add(name)
  return names
}

/** Beside its token an OAuth2 step sets `<name>.id_token` and others. */
const belongsTo = (name: string, variable: string, { kind }: Step): boolean =>
  name === variable || (kind === 'oauth2' && name.startsWith(`${variable}.`))

const sets = (step: Step, wanted: ReadonlySet<string>): boolean =>
  namesSetBy(step).some((variable) => [...wanted].some((name) => belongsTo(name, variable, step)))

/** The request or query whose result a transfer reads. */
function readFrom(steps: readonly Step[], at: number): Step | undefined {
  const step = steps[at]
  if (step?.kind !== 'data-transfer' || !readsResult(step)) return undefined
  if (step.step !== undefined) return steps.find(({ id }) => id === step.step)
  return steps.slice(0, at).findLast(({ kind, disabled }) => !disabled && (kind === 'send-request' || kind === 'sql'))
}

/** The end of the loop that begins at a step. */
function loopEnd(steps: readonly Step[], start: Step): Step | undefined {
  let depth = 0
  for (const step of steps.slice(steps.indexOf(start))) {
    if (step.kind === 'loop-start') depth++
    if (step.kind === 'loop-end' && --depth === 0) return step
  }
  return undefined
}

/**
 * The enabled steps of a case that some of its steps depend on, in order and without these: those that set variables which they
 * use, directly or through start values and other steps, the requests that such values are read from, and the markers of loops
 * whose columns they use.
 */
export function neededSteps(one: Case, wanted: readonly Step[]): Step[] {
  const names = new Set<string>()
  const needed = new Set<Step>(wanted)
  for (const step of wanted) for (const name of namesReadBy(step)) names.add(name)
  // What they set themselves does not come from an earlier step.
  for (const step of wanted) {
    for (const variable of namesSetBy(step)) for (const name of names) if (belongsTo(name, variable, step)) names.delete(name)
  }
  const last = Math.max(...wanted.map((step) => one.steps.indexOf(step)))
  for (let known = -1; known < names.size + needed.size;) {
    known = names.size + needed.size
    for (const { name, value } of one.variables) if (names.has(name)) namesIn(value, names)
    for (const [index, step] of one.steps.entries()) {
      if (index >= last || step.disabled || !(needed.has(step) || sets(step, names))) continue
      for (const found of [step, readFrom(one.steps, index), step.kind === 'loop-start' && loopEnd(one.steps, step)]) {
        if (!found || needed.has(found)) continue
        needed.add(found)
        for (const name of namesReadBy(found)) names.add(name)
      }
    }
  }
  return one.steps.filter((step) => needed.has(step) && !wanted.includes(step))
}
