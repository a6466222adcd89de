import { isObject } from '#engine/checks/values.ts'
import { comparable, inBrackets } from '../combinations/quoted.ts'
import type { Parameter } from '../fields.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { combinationsOf, type ForeignModel } from './foreign-model.ts'
import { childrenOf, type XmlElement } from './xml.ts'

const texts = designTexts.foreign

type Json = Record<string, unknown>

/** A value of a variable: what it says of a test (`properties`), and what it demands of one (`when`). */
interface TcasesValue {
  value: Value
  failure: boolean
  once: boolean
  properties: readonly string[]
  when: Json | undefined
}

interface Variable {
  name: string
  group: string
  values: readonly TcasesValue[]
  /** Its own condition and those of the sets that it is in: where one is not met it has no value. */
  when: readonly Json[]
}

/** Whether a JSON value is a system input of Tcases. */
export const isTcases = (json: unknown): json is Json =>
  isObject(json) && typeof json['system'] === 'string' && functionsOf(json).length > 0

const functionsOf = (system: Json): [string, Json][] =>
  Object.entries(system).filter((one): one is [string, Json] => one[0] !== 'has' && isObject(one[1]))

/** A system input of Tcases: a model for each of its functions. Conditions become constraints, and what does not apply the value NA. */
export function modelsOfTcases(system: Json): ForeignModel[] {
  return functionsOf(system).map(([name, groups]) => {
    const variables = functionsOf(groups).flatMap(([group, all]) => variablesIn(all, group, '', []))
    const several = (one: Variable) => variables.filter((other) => other.name === one.name).length > 1
    return modelOf(
      name,
      variables.map((one) => (several(one) ? { ...one, name: `${one.group}.${one.name}` } : one)),
    )
  })
}

function variablesIn(all: Json, group: string, above: string, when: readonly Json[]): Variable[] {
  return functionsOf(all).flatMap(([key, one]) => {
    const conditions = isObject(one['when']) ? [...when, one['when']] : when
    const name = above === '' ? key : `${above}.${key}`
    if (isObject(one['members'])) return variablesIn(one['members'], group, name, conditions)
    return [{ name, group, when: conditions, values: valuesIn(one) }]
  })
}

function valuesIn(variable: Json): TcasesValue[] {
  const type = String(variable['type'] ?? '')
  const plain = (value: Value): TcasesValue => ({ value, failure: false, once: false, properties: [], when: undefined })
  const listed = variable['values']
  if (!isObject(listed)) {
    if (Array.isArray(variable['enum'])) return (variable['enum'] as Value[]).map(plain)
    if (variable['const'] !== undefined) return [plain(variable['const'] as Value)]
    return type === 'boolean' ? [plain(true), plain(false)] : []
  }
  return Object.entries(listed).map(([name, given]) => {
    const one = isObject(given) ? given : {}
    const own = one['const']
    return {
      value: own !== undefined && (own === null || typeof own !== 'object') ? (own as Value) : typed(name, type),
      failure: one['failure'] === true,
      once: one['once'] === true,
      properties: Array.isArray(one['properties']) ? one['properties'].map(String) : [],
      when: isObject(one['when']) ? one['when'] : undefined,
    }
  })
}

function typed(name: string, type: string): Value {
  if (type === 'boolean' && /^(true|false)$/.test(name)) return name === 'true'
  return /^(integer|number)$/.test(type) && String(Number(name)) === name ? Number(name) : name
}

function modelOf(name: string, given: readonly Variable[]): ForeignModel {
  const notes = given.flatMap((one) => (one.values.length === 0 ? [texts.onlySchema(one.name)] : []))
  const variables = given.filter(({ values }) => values.length > 0)
  const values = variables.flatMap((one) => one.values)
  if (values.some(({ once }) => once)) notes.push(texts.once)
  const conditions = new Conditions(variables)
  const hasNone = variables.map(({ when }) => when.length > 0)
  if (hasNone.includes(true)) notes.push(texts.notApplicable)
  const parameters = variables.map(({ name: one, values: of }, at): Parameter => ({
    name: one,
    values: [
      ...of.map(({ value, failure }) => (failure ? { value, valid: false } : value)),
      ...(hasNone[at] ? [texts.none] : []),
    ],
  }))
  const constraints = variables.flatMap((one) => {
    const own = inBrackets(one.name)
    const apply = conditions.all(one.when.map((when) => conditions.rule(when)))
    return [
      ...(one.when.length === 0 ? [] : [`IF ${apply} THEN ${own} <> "${texts.none}" ELSE ${own} = "${texts.none}"`]),
      ...one.values.flatMap(({ value, when }) =>
        when === undefined ? [] : [`IF ${own} = ${literal(one, value)} THEN ${conditions.rule(when)}`],
      ),
    ]
  })
  return { name, notes, model: combinationsOf(parameters, { constraints, invalid: 'once' }) }
}

/** A value as it is compared with a variable, which holds NA besides where it has conditions. */
const literal = ({ values, when }: Variable, value: Value): string =>
  comparable(value, [...values.map((one) => one.value), ...(when.length > 0 ? [texts.none] : [])])

/** Conditions about properties, in PICT's words: a test has a property where one of its values gives it. */
class Conditions {
  readonly #givers = new Map<string, string[]>()
  readonly #never: string
  readonly #always: string

  constructor(variables: readonly Variable[]) {
    for (const one of variables) {
      const properties = new Set(one.values.flatMap((value) => value.properties))
      for (const property of properties) {
        const of = one.values.filter((value) => value.properties.includes(property)).map(({ value }) => literal(one, value))
        const rule = `${inBrackets(one.name)} ${of.length === 1 ? `= ${of[0]}` : `IN {${of.join(', ')}}`}`
        this.#givers.set(property, [...(this.#givers.get(property) ?? []), rule])
      }
    }
    const [first] = variables
    const some = first === undefined ? '' : `${inBrackets(first.name)} = ${literal(first, first.values[0]?.value ?? null)}`
    this.#never = `(${some} AND NOT ${some})`
    this.#always = `(${some} OR NOT ${some})`
  }

  rule(condition: Json): string {
    const [[kind, given] = ['', undefined]] = Object.entries(condition)
    const names = Array.isArray(given) ? given.map(String) : []
    const inner = (): string[] => (Array.isArray(given) ? given.filter(isObject) : []).map((one) => this.rule(one))
    const bound = isObject(given) ? given : {}
    const at = (key: string): number | undefined => (typeof bound[key] === 'number' ? bound[key] : undefined)
    const property = String(bound['property'] ?? '')
    switch (kind) {
      case 'hasAll':
        return this.all(names.map((name) => this.#count(name, 1)))
      case 'hasAny':
        return this.#any(names.map((name) => this.#count(name, 1)))
      case 'hasNone':
        return this.all(names.map((name) => this.#count(name, 0, 0)))
      case 'allOf':
        return this.all(inner())
      case 'anyOf':
        return this.#any(inner())
      case 'not':
        return isObject(given) ? `NOT ${this.rule(given)}` : `NOT ${this.#any(inner())}`
      case 'lessThan':
        return this.#count(property, 0, (at('max') ?? 0) - 1)
      case 'notMoreThan':
        return this.#count(property, 0, at('max') ?? 0)
      case 'moreThan':
        return this.#count(property, (at('min') ?? 0) + 1)
      case 'notLessThan':
        return this.#count(property, at('min') ?? 0)
      case 'between':
        return this.#count(
          property,
          at('min') ?? (at('exclusiveMin') ?? -1) + 1,
          at('max') ?? (at('exclusiveMax') ?? Infinity) - 1,
        )
      case 'equals':
        return this.#count(property, at('count') ?? 0, at('count') ?? 0)
      default:
        return this.#always
    }
  }

  all(rules: readonly string[]): string {
    return rules.length === 0 ? this.#always : rules.length === 1 ? (rules[0] ?? '') : `(${rules.join(' AND ')})`
  }

  #any(rules: readonly string[]): string {
    return rules.length === 0 ? this.#never : rules.length === 1 ? (rules[0] ?? '') : `(${rules.join(' OR ')})`
  }

  /** That at least and at most so many values of a test give a property. */
  #count(property: string, least: number, most = Infinity): string {
    const givers = this.#givers.get(property) ?? []
    const atLeast = (count: number): string => this.#any(subsets(givers, count).map((some) => this.all(some)))
    return this.all([
      ...(least > 0 ? [atLeast(least)] : []),
      ...(most < givers.length ? [most < 0 ? this.#never : `NOT ${atLeast(most + 1)}`] : []),
    ])
  }
}

function subsets<T>(of: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return of.flatMap((one, at) => subsets(of.slice(at + 1), size - 1).map((rest) => [one, ...rest]))
}

/** A system input of Tcases in XML, as it is in JSON. */
export function tcasesOfXml(system: XmlElement): Json {
  const json = plainJson({ system: system.attributes.get('name') ?? '' })
  for (const one of childrenOf(system, 'Function')) {
    const groups = plainJson({})
    for (const input of childrenOf(one, 'Input')) {
      const group = input.attributes.get('type') ?? 'arg'
      groups[group] = plainJson({ ...(isObject(groups[group]) ? groups[group] : {}), ...membersOf(input) })
    }
    json[one.attributes.get('name') ?? ''] = groups
  }
  return json
}

/** Names of a file are keys like any other, `__proto__` too. */
const plainJson = (from: Json): Json => Object.assign(Object.create(null) as Json, from)

function membersOf(element: XmlElement): Json {
  const members = plainJson({})
  for (const one of element.children) {
    const when = whenOf(one)
    const name = one.attributes.get('name') ?? ''
    if (one.name === 'VarSet') members[name] = { ...when, members: membersOf(one) }
    if (one.name !== 'Var') continue
    const values = plainJson({})
    for (const value of childrenOf(one, 'Value'))
      values[value.attributes.get('name') ?? ''] = {
        ...whenOf(value),
        failure: value.attributes.get('failure') === 'true',
        once: value.attributes.get('once') === 'true',
        properties: [
          ...listed(value.attributes.get('property')),
          ...childrenOf(value, 'Property').flatMap(({ attributes }) => listed(attributes.get('name'))),
        ],
      }
    members[name] = { ...when, values }
  }
  return members
}

const listed = (names: string | undefined): string[] =>
  (names ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))

function whenOf(element: XmlElement): { when?: Json } {
  const { attributes } = element
  const all: Json[] = [
    ...(attributes.has('when') ? [{ hasAll: listed(attributes.get('when')) }] : []),
    ...(attributes.has('whenNot') ? [{ hasNone: listed(attributes.get('whenNot')) }] : []),
    ...childrenOf(element, 'When').map((one) => ({ allOf: conditionsOf(one, 'hasAll') })),
  ]
  return all.length === 0 ? {} : { when: all.length === 1 && all[0] ? all[0] : { allOf: all } }
}

/** What is in a condition: its properties, and the conditions in it. */
function conditionsOf(element: XmlElement, own: 'hasAll' | 'hasAny'): Json[] {
  const names = element.attributes.get('property')
  return [
    ...(names === undefined ? [] : [{ [own]: listed(names) }]),
    ...element.children.map((one): Json => {
      const bound = Object.fromEntries(
        [...one.attributes].map(([key, value]) => [key, key === 'property' ? value : Number(value)] as const),
      )
      switch (one.name) {
        case 'AllOf':
          return { allOf: conditionsOf(one, 'hasAll') }
        case 'AnyOf':
          return { anyOf: anyOf(one) }
        case 'Not':
          return { not: { anyOf: anyOf(one) } }
        default:
          return { [`${one.name.slice(0, 1).toLowerCase()}${one.name.slice(1)}`]: bound }
      }
    }),
  ]
}

const anyOf = (element: XmlElement): Json[] => conditionsOf(element, 'hasAny')
