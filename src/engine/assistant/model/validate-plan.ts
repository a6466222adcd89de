import { isObject } from '#engine/checks/values.ts'
import { planOperations, recipes, type PlanOperation } from '../plan.ts'
import type { KnownOperation, ProjectIndex } from '#engine/case-builder/project-index.ts'
import { secretShapes } from '../safety/secrets.ts'
import type { Asked } from '../understand/candidate.ts'
import { caseOf } from '../understand/names.ts'
import { plainWord } from '#engine/case-builder/words.ts'
import { missingIn, withoutMadeUpNames } from './plan-fits.ts'

/** What came of a model's answer: a plan that may be carried out, or what is wrong with it, for the model's next try. */
export type Validated =
  | { ok: true; kind: 'plan'; operations: PlanOperation[] }
  | { ok: true; kind: 'ask' | 'refuse' }
  | { ok: false; problems: string[] }

const mostOperations = 24
const longestText = 200

/**
 * Decides what of a model's plan may be carried out, whatever the model: names are those of the project, numbers stand in the request or in the
 * document, texts in the request, hosts in the project or the request; no template, no script, no secret; something is removed only if the
 * request says so. Text of documents, answers and files has no way in: it can't choose any of these.
 */
export function validatePlan(text: string, asked: Asked): Validated {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problems: ['the answer is not JSON'] }
  }
  if (!isObject(value)) return { ok: false, problems: ['the answer is no object'] }
  const { kind, operations } = value
  if (kind === 'ask' || kind === 'refuse') return { ok: true, kind }
  if (kind !== 'plan' || !Array.isArray(operations) || operations.length === 0)
    return { ok: false, problems: ['"kind" is not plan, ask or refuse, or there are no operations'] }
  if (operations.length > mostOperations) return { ok: false, problems: [`more than ${mostOperations} operations`] }
  const checker = new PlanChecker(asked)
  const made = operations.map((one, at) => checker.operation(one, at))
  if (checker.problems.length > 0) return { ok: false, problems: checker.problems.slice(0, 6) }
  const plan = made.flatMap((one) => one ?? [])
  const missing = missingIn(plan, asked)
  return missing.length > 0
    ? { ok: false, problems: missing }
    : { ok: true, kind: 'plan', operations: withoutMadeUpNames(plan, asked) }
}

/** Goes through a plan's operations with what the request says at hand. */
class PlanChecker {
  readonly problems: string[] = []
  readonly #asked: Asked
  readonly #index: ProjectIndex
  readonly #said: string
  readonly #numbers: ReadonlySet<number>
  #removals = 0

  constructor(asked: Asked) {
    this.#asked = asked
    this.#index = asked.index
    this.#said = plainWord(asked.reading.text)
    this.#numbers = new Set(
      asked.reading.tokens.flatMap(({ value, text }) =>
        value === undefined ? (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number) : [value],
      ),
    )
  }

  operation(given: unknown, at: number): PlanOperation | undefined {
    const wrong = (what: string): undefined => void this.problems.push(`operation ${at + 1}: ${what}`)
    if (!isObject(given)) return wrong('is no object')
    const one = given
    const kind = planOperations.find((known) => known === one['do'])
    if (kind === undefined) return wrong(`"do" is not one of ${planOperations.join(', ')}`)
    for (const value of textsIn(one)) {
      if (value.length > longestText) return wrong('a text is too long')
      if (/\$\{|<\s*\/?\s*script|javascript:|data:text/i.test(value)) return wrong('a template or a script')
      if (secretShapes(value).length > 0) return wrong('something that looks like a secret')
      for (const match of value.matchAll(/https?:\/\/([^/\s"']+)/gi))
        if (!this.#isKnownHost(match[1] ?? '')) return wrong('a host that neither the project nor the request names')
    }
    const known = this.#known(one, wrong)
    if (!known) return undefined
    switch (kind) {
      case 'recipe': {
        const recipe = recipes.find((id) => id === one['recipe'])
        if (recipe === undefined) return wrong('"recipe" is none that is known')
        if (recipe === 'load') return wrong('a load test is set_load')
        if (!known.operation && one['design'] === undefined && one['case'] === undefined) return wrong('"operation" is missing')
        return {
          do: 'recipe',
          recipe,
          ...known.names,
          ...known.values,
          ...design(one),
          ...(typeof one['strength'] === 'number' && one['strength'] >= 1 && one['strength'] <= 6
            ? { strength: one['strength'] }
            : {}),
          ...(Array.isArray(one['parameters']) ? { parameters: known.parameters } : {}),
          ...(one['make'] === true ? { make: true } : {}),
        }
      }
      case 'add_suite':
      case 'add_case': {
        const name = this.#name(one['name'], wrong)
        if (name === undefined) return undefined
        return kind === 'add_suite'
          ? { do: 'add_suite', name }
          : { do: 'add_case', name, ...pick(known.names, ['suite', 'operation']) }
      }
      case 'add_step':
        if (!known.operation) return wrong('"operation" is missing')
        return {
          do: 'add_step',
          kind: 'send-request',
          ...pick(known.names, ['case', 'operation']),
          ...known.values,
          ...(one['token'] === 'none' || one['token'] === 'wrong' ? { token: one['token'] } : {}),
          ...(one['unknown'] === true ? { unknown: true } : {}),
        }
      case 'set_step': {
        const { field } = one
        const scalar = this.#scalar(one['value'], wrong)
        const place = typeof one['at'] === 'string' ? one['at'] : ''
        if (field !== 'body' && field !== 'query' && field !== 'header' && field !== 'disabled')
          return wrong('"field" is none that is known')
        if (field === 'header' && !this.#isSaid(place)) return wrong('a header that the request does not name')
        if (typeof one['step'] !== 'string' || scalar === undefined) return wrong('"step" or "value" is missing')
        return { do: 'set_step', step: one['step'], ...pick(known.names, ['case']), field, at: place, value: scalar }
      }
      case 'set_assert': {
        const source = (['status', 'json', 'header', 'duration'] as const).find((id) => id === one['source'])
        const is = (['equals', 'exists', 'contains', 'less-than', 'at-most', 'greater-than', 'at-least'] as const).find(
          (id) => id === one['is'],
        )
        if (source === undefined || is === undefined) return wrong('"source" or "is" is none that is known')
        const value = one['value'] === undefined ? undefined : this.#scalar(one['value'], wrong)
        return {
          do: 'set_assert',
          ...pick(known.names, ['case', 'step']),
          checks: [
            {
              source,
              is,
              ...(typeof one['at'] === 'string' ? { at: one['at'] } : {}),
              ...(value === undefined ? {} : { value }),
            },
          ],
        }
      }
      case 'extract': {
        const { at: path, variable } = one
        if (
          typeof path !== 'string' ||
          !path.startsWith('$') ||
          typeof variable !== 'string' ||
          !/^[A-Za-z_][\w.-]{0,60}$/.test(variable)
        )
          return wrong('"at" or "variable" is not as it should be')
        return { do: 'extract', ...pick(known.names, ['case', 'step']), path, variable }
      }
      case 'remove': {
        const what = (['suite', 'case', 'step'] as const).find((id) => id === one['what'])
        if (!this.#asked.reading.tokens.some(({ concepts }) => concepts.has('delete')))
          return wrong('the request removes nothing')
        if (++this.#removals > 1) return wrong('more than one thing is removed')
        if (what === undefined || !this.#isThere(what, one['name'])) return wrong('what is removed is not there')
        return { do: 'remove', what, name: String(one['name']), ...pick(known.names, ['case']) }
      }
      case 'rename': {
        const what = (['suite', 'case', 'step'] as const).find((id) => id === one['what'])
        const to = this.#name(one['to'], wrong)
        if (what === undefined || !this.#isThere(what, one['name'])) return wrong('what is renamed is not there')
        if (to === undefined || !this.#isSaid(to)) return wrong('the new name does not stand in the request')
        return { do: 'rename', what, name: String(one['name']), to }
      }
      case 'move':
        if (!this.#isThere('case', one['name']) || !this.#isThere('suite', one['to']))
          return wrong('what is moved, or where, is not there')
        return { do: 'move', what: 'case', name: String(one['name']), to: String(one['to']) }
      case 'set_var': {
        const { name } = one
        const value = this.#scalar(one['value'], wrong)
        if (typeof name !== 'string' || !/^[A-Za-z_][\w.-]{0,60}$/.test(name) || value === undefined || value === null)
          return wrong('"name" or "value" is not as it should be')
        const environment = this.#index.project.environments.find((known_) => known_.name === one['environment'])?.name
        return { do: 'set_var', name, value, ...(environment === undefined ? {} : { environment }) }
      }
      case 'use_data': {
        const file = this.#asked.attachments.find(({ name }) => name === one['file'])?.name
        if (file === undefined) return wrong('"file" is none that was attached')
        return { do: 'use_data', ...pick(known.names, ['case']), file }
      }
      case 'set_load': {
        const { target, users, duration } = one
        if (!this.#isThere('case', target) && !this.#isThere('suite', target)) return wrong('"target" is not there')
        if (typeof users !== 'number' || !this.#numbers.has(users)) return wrong('the request says no such number of users')
        if (typeof duration !== 'number' || ![1, 60, 3600].some((unit) => this.#numbers.has(duration / unit)))
          return wrong('the request says no such duration')
        return { do: 'set_load', target: String(target), users, duration }
      }
    }
  }

  /** Names and values that many operations have, each as it may be. */
  #known(one: Record<string, unknown>, wrong: (what: string) => undefined) {
    const names: { operation?: string; then?: string; case?: string; suite?: string; step?: string } = {}
    for (const key of ['operation', 'then'] as const) {
      const name = one[key]
      if (name === undefined) continue
      const known = typeof name === 'string' ? this.#index.operation(name) : undefined
      if (!known) return wrong(`"${key}" is none of the operations`)
      names[key] = known.name
    }
    const operation = names.operation === undefined ? undefined : this.#index.operation(names.operation)
    if (one['case'] !== undefined) {
      if (!this.#isThere('case', one['case'])) return wrong('"case" is none that is there')
      names.case = String(one['case'])
    }
    if (one['suite'] !== undefined) {
      if (!this.#isThere('suite', one['suite']) && !this.#isSaid(String(one['suite'])))
        return wrong('"suite" is none that is there')
      names.suite = String(one['suite'])
    }
    if (one['step'] !== undefined) {
      if (!this.#isThere('step', one['step'])) return wrong('"step" is none that is there')
      names.step = String(one['step'])
    }
    const fields = this.#fields(one['fields'], operation, wrong)
    if (fields === undefined) return undefined
    const { status } = one
    if (status !== undefined && !(typeof status === 'number' && this.#isStatus(status, operation)))
      return wrong('a status that neither the request nor the document has')
    const parameters = Array.isArray(one['parameters'])
      ? one['parameters'].filter((name): name is string => operation?.fields.some((field) => field.name === name) ?? false)
      : []
    return {
      names,
      operation,
      parameters,
      values: {
        ...(Object.keys(fields).length > 0 ? { fields } : {}),
        ...(typeof status === 'number' ? { status } : {}),
        ...(one['refused'] === true ? { refused: true as const } : {}),
      },
    }
  }

  #fields(
    given: unknown,
    operation: KnownOperation | undefined,
    wrong: (what: string) => undefined,
  ): Record<string, string | number | boolean | null> | undefined {
    const fields: Record<string, string | number | boolean | null> = {}
    if (given === undefined) return fields
    if (!Array.isArray(given)) return wrong('"fields" is no list')
    for (const pair of given) {
      const name = isObject(pair) ? pair['name'] : undefined
      const field = operation?.fields.find((known) => known.name === name)
      if (!isObject(pair) || !field || field.in === 'header') return wrong('a field that the operation does not have')
      const isMember = field.values?.includes(pair['value']) ?? false
      const value = isMember ? (pair['value'] as string) : this.#scalar(pair['value'], wrong)
      if (value === undefined) return undefined
      fields[field.name] = value
    }
    return fields
  }

  /** A value that the request says: a number of it, words of it, true or false. */
  #scalar(value: unknown, wrong: (what: string) => undefined): string | number | boolean | null | undefined {
    if (typeof value === 'boolean') return value
    if (typeof value === 'number')
      return this.#numbers.has(value) || this.#numbers.has(-value) || value === 0
        ? value
        : wrong(`the number ${value} does not stand in the request`)
    if (typeof value === 'string') return this.#isSaid(value) ? value : wrong('a text that does not stand in the request')
    return wrong('a value that is none')
  }

  #name(value: unknown, wrong: (what: string) => undefined): string | undefined {
    if (typeof value !== 'string' || value.trim() === '' || value.length > 100 || /[\p{Cc}<>]|https?:/u.test(value))
      return wrong('a name that is none')
    return value.trim()
  }

  #isSaid(text: string): boolean {
    return text !== '' && this.#said.includes(plainWord(text))
  }

  #isStatus(status: number, operation: KnownOperation | undefined): boolean {
    if (this.#numbers.has(status) || status === 401) return true
    const documented = operation?.api?.api.operation(operation.api.key)
    return documented?.responses.some((one) => one.status === String(status)) ?? false
  }

  #isThere(what: 'suite' | 'case' | 'step', name: unknown): boolean {
    if (typeof name !== 'string') return false
    if (what === 'suite') return this.#index.project.suites.some((suite) => suite.name === name)
    if (what === 'case') return caseOf(this.#index, name) !== undefined
    return this.#index.cases.some(({ one: { steps } }) => steps.some((step) => step.name === name))
  }

  #isKnownHost(host: string): boolean {
    if (this.#said.includes(plainWord(host))) return true
    const { variables, environments, suites } = this.#index.project
    return JSON.stringify([variables, environments, suites]).includes(`//${host}`)
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(textsIn)
      : isObject(value)
        ? Object.values(value).flatMap(textsIn)
        : []

const design = (one: Record<string, unknown>): { design?: string } =>
  typeof one['design'] === 'string' ? { design: one['design'] } : {}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<T, K>
}
