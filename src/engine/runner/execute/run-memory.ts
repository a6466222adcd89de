import type { Case } from '#engine/project/format/schema.ts'
import type { Scopes, WritableScope } from '#engine/templates/scopes.ts'
import type { StepResult } from '#engine/steps/step-kind.ts'
import { placeKey, type Place } from './place.ts'

/** A result that an earlier run left: of which step, and of which run with the moment (ISO 8601) at which that started. */
export interface EarlierResult {
  step: string
  run: string
  startedAt: string
  result: StepResult
}

/**
 * Variables and responses of earlier runs, for running a single step. Stays in the worker and is bounded: the oldest entries
 * are dropped first.
 */
export interface RunMemory {
  set(place: Place, scope: WritableScope, name: string, value: unknown): void
  keep(place: Place, result: EarlierResult): void
  /** Adds the variables that a case would see to its scopes. */
  restore(place: Place, scopes: Scopes): void
  /** The result of a step of a case, or of the nearest one before `before` that has one. */
  result(one: Case, before: string, step: string | undefined): EarlierResult | undefined
}

interface Remembered {
  scope: WritableScope
  owner: string
  name: string
  value: unknown
}

const mostVariables = 10_000
const mostResults = 2_000

const ownerOf = (place: Place, scope: WritableScope): string =>
  scope === 'TestCase' ? place.case : scope === 'TestSuite' ? (place.suite ?? '') : ''

/** Roughly, in bytes; that of rows in characters. */
const sizeOf = (result: StepResult): number =>
  result.kind === 'http' ? result.response.body.length : JSON.stringify(result.rows).length

/** An empty memory; `maxBytes` limits the bodies that it holds. */
export function createRunMemory(maxBytes = 50_000_000): RunMemory {
  const variables = new Map<string, Remembered>()
  const results = new Map<string, EarlierResult>()
  const sizes = new Map<string, number>()
  let bytes = 0

  const forgetResult = (key: string): void => {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
    results.delete(key)
  }

  return {
    set(place, scope, name, value) {
      const owner = ownerOf(place, scope)
      const key = JSON.stringify([scope, owner, name])
      variables.delete(key)
      variables.set(key, { scope, owner, name, value })
      if (variables.size > mostVariables) variables.delete(variables.keys().next().value ?? '')
    },
    keep(place, earlier) {
      const key = placeKey({ case: place.case, step: earlier.step })
      const size = sizeOf(earlier.result)
      forgetResult(key)
      results.set(key, earlier)
      sizes.set(key, size)
      bytes += size
      for (const oldest of results.keys()) {
        if (bytes <= maxBytes && results.size <= mostResults) break
        forgetResult(oldest)
      }
    },
    restore(place, scopes) {
      for (const { scope, owner, name, value } of variables.values())
        if (owner === ownerOf(place, scope)) scopes.set(scope, name, value)
    },
    result(one, before, step) {
      if (step !== undefined) return results.get(placeKey({ case: one.id, step }))
      const index = one.steps.findIndex(({ id }) => id === before)
      const nearest = one.steps
        .slice(0, index)
        .findLast(({ id, disabled }) => !disabled && results.has(placeKey({ case: one.id, step: id })))
      return nearest && results.get(placeKey({ case: one.id, step: nearest.id }))
    },
  }
}

/** Scopes whose writes are remembered too. Live values are not: they are requested again. */
export const rememberingScopes = (scopes: Scopes, memory: RunMemory, place: Place): Scopes => ({
  resolve: (template, options) => scopes.resolve(template, options),
  resolveValue: (template) => scopes.resolveValue(template),
  get: (name) => scopes.get(name),
  set(scope, name, value) {
    scopes.set(scope, name, value)
    memory.set(place, scope, name, value)
  },
  assign(name, value) {
    const scope = scopes.assign(name, value)
    memory.set(place, scope, name, value)
    return scope
  },
  visible: () => scopes.visible(),
  setLive: (scope, name, value) => scopes.setLive(scope, name, value),
  proverFor: (token) => scopes.proverFor(token),
  row: (key, values) => rememberingScopes(scopes.row(key, values), memory, place),
  rowOfRun: (key, values) => scopes.rowOfRun(key, values),
})
