import { same } from '#engine/base/deep-equal.ts'
import { variableOf } from '../data-driven/variable-of.ts'
import { Template } from './parts.ts'

/** A column of the table that tests become, and the variable that its cells are. */
export interface Column {
  name: string
  variable: string
  type: 'string' | 'number' | 'boolean' | 'json'
  cells: unknown[]
}

/** What a place of the request holds: the same in all tests, or a column, or an object or list some of whose places differ. */
export type Place =
  | { type: 'same'; value: unknown }
  | { type: 'column'; column: Column }
  | { type: 'object'; members: [name: string, place: Place][] }
  | { type: 'list'; items: Place[] }

/** Collects the columns that tests need. */
export class Columns {
  readonly all: Column[] = []

  /** Whether some test has a reference in a place where another one has a value: no cell can hold it. */
  lost = false

  /** What the places of all tests have in common, and columns for what differs. */
  place(name: string, values: readonly unknown[]): Place {
    const [first] = values
    if (values.every((value) => sameValue(value, first))) return { type: 'same', value: first }
    if (values.every(isPlain)) {
      const keys = Object.keys(first as object)
      if (values.every((value) => same(Object.keys(value), keys)))
        return {
          type: 'object',
          members: keys.map((key) => [
            key,
            this.place(
              key,
              values.map((value) => value[key]),
            ),
          ]),
        }
    }
    if (values.every(Array.isArray)) {
      const lists: readonly unknown[][] = values
      const size = lists[0]?.length ?? 0
      if (lists.every(({ length }) => length === size))
        return {
          type: 'list',
          items: Array.from({ length: size }, (_, at) =>
            this.place(
              `${name} ${at + 1}`,
              lists.map((list) => list[at]),
            ),
          ),
        }
    }
    return { type: 'column', column: this.column(name, values) }
  }

  /** A column with a cell for each test. */
  column(name: string, values: readonly unknown[]): Column {
    this.lost ||= values.some(holdsTemplate)
    const taken = new Set(this.all.map((column) => column.variable))
    const wanted = variableOf(name.replaceAll(' ', '_'))
    let variable = wanted
    for (let number = 2; taken.has(variable); number++) variable = `${wanted}_${number}`
    const type = typeOf(values)
    const cells = values.map((value) =>
      type === 'json' && typeof value !== 'number' && typeof value !== 'boolean' ? JSON.stringify(value) : value,
    )
    const column: Column = {
      name: variable === wanted ? name : `${name} ${variable.slice(wanted.length + 1)}`,
      variable,
      type,
      cells,
    }
    this.all.push(column)
    return column
  }
}

function typeOf(values: readonly unknown[]): Column['type'] {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  const [only] = types
  return types.size === 1 && (only === 'string' || only === 'number' || only === 'boolean') ? only : 'json'
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Template)

const sameValue = (a: unknown, b: unknown): boolean => same(a, b)

const holdsTemplate = (value: unknown): boolean =>
  value instanceof Template || (typeof value === 'object' && value !== null && Object.values(value).some(holdsTemplate))

/** A literal as a field of the file says it. */
const escaped = (text: string): string => text.replaceAll('${', () => '$${')

/** A place as a text field: a string, or the reference to a column. */
export function asText(place: Place): string {
  if (place.type === 'column') return `\${${place.column.variable}}`
  if (place.type !== 'same') return asJson(place, '')
  if (place.value instanceof Template) return place.value.text
  return typeof place.value === 'string' ? escaped(place.value) : asJson(place, '')
}

/** A place as JSON text with references. */
export function asJson(place: Place, indent: string): string {
  const deeper = `${indent}  `
  const wrap = (parts: readonly string[], [open, close]: readonly [string, string]): string =>
    parts.length === 0 ? `${open}${close}` : `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`
  switch (place.type) {
    case 'column':
      return place.column.type === 'string' ? `"\${${place.column.variable}}"` : `\${${place.column.variable}}`
    case 'object':
      return wrap(
        place.members.map(([name, member]) => `${JSON.stringify(escaped(name))}: ${asJson(member, deeper)}`),
        ['{', '}'],
      )
    case 'list':
      return wrap(
        place.items.map((item) => asJson(item, deeper)),
        ['[', ']'],
      )
    case 'same': {
      const { value } = place
      if (value instanceof Template) return value.bare ? value.text : JSON.stringify(value.text)
      if (typeof value === 'string') return JSON.stringify(escaped(value))
      if (Array.isArray(value))
        return asJson({ type: 'list', items: value.map((one: unknown) => ({ type: 'same', value: one })) }, indent)
      if (isPlain(value))
        return asJson(
          { type: 'object', members: Object.entries(value).map(([name, one]) => [name, { type: 'same', value: one }]) },
          indent,
        )
      return JSON.stringify(value) ?? 'null'
    }
  }
}
