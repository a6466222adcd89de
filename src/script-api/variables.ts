import type { ScriptScope } from '#engine/scripting/script-io.ts'
import { drawUuid } from './clock.ts'
import type { ScriptRecord } from './record.ts'

const draw = (most: number): number => Math.floor(Math.random() * most)
const pick = (values: readonly string[]): string => values[draw(values.length)] ?? ''
const first = ['Ann', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Hugo']
const last = ['Baker', 'Cook', 'Fisher', 'Gardner', 'Mason', 'Smith', 'Taylor', 'Weaver']
const words = ['alpha', 'bravo', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbor']
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The values that Postman and others make where `{{$name}}` is written. */
const dynamic: Record<string, () => unknown> = {
  guid: drawUuid,
  randomUUID: drawUuid,
  timestamp: () => Math.floor(Date.now() / 1000),
  isoTimestamp: () => new Date().toISOString(),
  randomInt: () => draw(1001),
  randomAlphaNumeric: () => letters[draw(letters.length)],
  randomBoolean: () => draw(2) === 1,
  randomFirstName: () => pick(first),
  randomLastName: () => pick(last),
  randomFullName: () => `${pick(first)} ${pick(last)}`,
  randomUserName: () => `${pick(first)}.${pick(last)}${draw(100)}`,
  randomEmail: () => `${pick(first)}.${pick(last)}${draw(1000)}@example.com`,
  randomExampleEmail: () => `${pick(first)}.${pick(last)}${draw(1000)}@example.com`,
  randomPassword: () => Array.from({ length: 15 }, () => letters[draw(letters.length)]).join(''),
  randomPhoneNumber: () => `555-${String(draw(10_000_000)).padStart(7, '0')}`,
  randomCity: () => pick(['Aachen', 'Bergen', 'Cork', 'Delft', 'Essen']),
  randomCountry: () => pick(['Austria', 'Canada', 'Denmark', 'Japan', 'Kenya']),
  randomCompanyName: () => `${pick(last)} and ${pick(last)}`,
  randomStreetAddress: () => `${draw(900) + 1} ${pick(words)} street`,
  randomWord: () => pick(words),
  randomWords: () => `${pick(words)} ${pick(words)} ${pick(words)}`,
  randomProductName: () => `${pick(words)} ${pick(words)}`,
  randomColor: () => pick(['red', 'green', 'blue', 'black', 'white']),
  randomPrice: () => `${draw(1000)}.${draw(90) + 10}`,
  randomUrl: () => `https://${pick(words)}.example.com`,
  randomIP: () => [0, 0, 0, 0].map(() => draw(256)).join('.'),
  randomLoremSentence: () => `${pick(words)} ${pick(words)} ${pick(words)} ${pick(words)}.`,
}

const textOf = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

/** Replaces `{{name}}` and `{{$guid}}` in a text; what is unknown stays. */
export function replaceIn(text: unknown, record: ScriptRecord): unknown {
  if (typeof text !== 'string') return text
  return text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => {
    const value = name.startsWith('$') && Object.hasOwn(dynamic, name.slice(1)) ? dynamic[name.slice(1)]?.() : record.get(name)
    return value === undefined ? whole : textOf(value)
  })
}

interface Entry {
  key: string
  value: unknown
  enabled: true
}

/** All variables as Postman lists them. */
const entriesOf = ({ input: { variables } }: ScriptRecord): Entry[] =>
  Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true }))

/** Variables of one scope as Postman and Insomnia have them: all see the same variables, they differ in where they set them. */
export function variableScope(record: ScriptRecord, scope: ScriptScope, name: string) {
  const unset = (key: unknown): void => record.set(scope, key, '')
  return {
    name,
    get: (key: unknown) => record.get(key),
    set: (key: unknown, value: unknown) => record.set(scope, key, value),
    has: (key: unknown) => record.has(key) && record.get(key) !== '',
    unset,
    clear: () => record.log('warning', 'clear() has no effect: variables keep their values until the run ends.'),
    toObject: () => ({ ...record.input.variables }),
    values: {
      all: () => entriesOf(record),
      each: (see: (entry: Entry) => void) => entriesOf(record).forEach(see),
      map: <T>(make: (entry: Entry) => T) => entriesOf(record).map(make),
      filter(holds: (entry: Entry) => boolean) {
        const found = entriesOf(record).filter(holds)
        return Object.assign(found, { each: (see: (entry: Entry) => void) => found.forEach(see) })
      },
      find: (holds: (entry: Entry) => boolean) => entriesOf(record).find(holds),
      has: (key: unknown) => record.has(key),
      one: (key: unknown) => entriesOf(record).find((entry) => entry.key === key),
      count: () => entriesOf(record).length,
    },
    replaceIn: (text: unknown) => replaceIn(text, record),
  }
}
