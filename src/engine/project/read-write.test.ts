import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as v from 'valibot'
import { mark } from '#engine/data/csv/schema.ts'
import { jsonText } from '#engine/base/encoding/json-text.ts'
import { jsonObjectText, lines, reference, secret } from '#engine/steps/fields.ts'
import { type Project, projectSchema, stepSchema, variableName } from './format/schema.ts'
import { emptyProject } from './empty.ts'
import { problemsOf } from './problems/problems.ts'
import { readProject } from './format/read.ts'
import { salvageProject } from './format/salvage.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { nodeOf, tagsOf } from './format/schema-node.ts'
import { writeProject } from './format/write.ts'
import { anyCharacter } from '../../../e2e/any-character.ts'
import { fuzzRuns } from '../../../e2e/fuzz-runs.ts'

const golden = readFileSync(new URL('golden/full.aprj', import.meta.url), 'utf8')
const project = (text: string) => {
  const read = readProject(text)
  if (!read.ok) throw new Error(read.error.message)
  return read.value.project
}

describe('the golden file', () => {
  it('[T2] holds every kind of step', () => {
    const kinds = project(golden).suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.map(({ kind }) => kind)))
    const node = nodeOf(stepSchema)
    const all = node.type === 'variant' ? node.options.flatMap((option) => tagsOf(option, 'kind')) : []
    expect(new Set(kinds)).toEqual(new Set(all))
  })

  it('[R5] is read without problems and written as it was', () => {
    expect(problemsOf(project(golden))).toEqual([])
    expect(writeProject(project(golden))).toBe(golden)
  })

  it('[R9] is the same with a byte order mark, in UTF-16 and with CRLF', () => {
    const utf16 = Uint8Array.from(Array.from(golden, (unit) => unit.charCodeAt(0)).flatMap((unit) => [unit & 255, unit >> 8]))
    const swapped = utf16.map((_, index) => utf16[index ^ 1] ?? 0)
    const bytes = new TextEncoder().encode(golden)
    for (const input of [
      `\uFEFF${golden}`,
      golden.replaceAll('\n', '\r\n'),
      bytes,
      Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]),
      utf16,
      Uint8Array.from([0xff, 0xfe, ...utf16]),
      Uint8Array.from([0xfe, 0xff, ...swapped]),
      swapped,
    ]) {
      const read = readProject(input)
      expect(read.ok && writeProject(read.value.project)).toBe(golden)
    }
  })
})

const json = fc.oneof(
  fc.jsonValue(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
  fc.constant(JSON.parse('{"__proto__": 1, "constructor": {"prototype": null}}')),
)
const texts = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constantFrom('a\nb', '\r\n', '', '\ud800', '\u202e'))

/** The bounds of a number, within 10 to 300 where it has none. */
function boundsOf(schema: object): { min: number; max: number } {
  const pipe = (Reflect.get(schema, 'pipe') ?? []) as readonly { type: string; requirement?: unknown }[]
  const bound = (type: string, usual: number) => Number(pipe.find((one) => one.type === type)?.requirement ?? usual)
  const min = Math.ceil(bound('min_value', 10))
  return { min, max: Math.max(min, bound('max_value', 300)) }
}

/** Values that a schema takes, as they are in memory. */
function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  if (schema === lines) return texts
  if (schema === jsonObjectText) return fc.dictionary(fc.string(), json, { maxKeys: 2, noNullPrototype: true }).map(jsonText)
  if (schema === secret)
    return fc.oneof(fc.record({ secret: fc.string({ minLength: 1 }) }), fc.constantFrom('', '${a}', '${a}${b}'))
  if (schema === reference) return fc.constant('${seconds}')
  if (schema === variableName) return fc.constantFrom('a', 'b_1', '__proto__', 'constructor', 'x.y-z')
  if (schema === mark) return fc.constantFrom(',', ';', '\t', "'")
  const node = nodeOf(schema)
  switch (node.type) {
    case 'optional':
      return arbitraryOf(node.wrapped)
    case 'strict_object': {
      const entries = Object.entries(node.entries)
      const required = entries.filter(([, entry]) => {
        const inner = nodeOf(entry)
        return inner.type !== 'optional' || inner.default !== undefined
      })
      return fc.record(Object.fromEntries(entries.map(([key, entry]) => [key, arbitraryOf(entry)])), {
        requiredKeys: required.map(([key]) => key),
        noNullPrototype: true,
      })
    }
    case 'array':
      return fc.array(arbitraryOf(node.item), { maxLength: 2 })
    case 'variant':
    case 'union':
      return fc.oneof(...node.options.map(arbitraryOf))
    case 'picklist':
      return fc.constantFrom(...node.options)
    case 'literal':
      return fc.constant(node.literal)
    case 'number':
      return 'pipe' in schema ? fc.integer(boundsOf(schema)) : fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return 'pipe' in schema ? fc.string({ minLength: 1 }) : texts
    case 'record':
      return fc.dictionary(fc.string(), arbitraryOf(node.value), { maxKeys: 2, noNullPrototype: true })
    case 'unknown':
      return json
  }
}

/** Gives every part its own id, as Assay does. */
function withOwnIds(value: unknown, counter: { next: number }): void {
  if (Array.isArray(value)) for (const item of value) withOwnIds(item, counter)
  else if (isObject(value) && Object.hasOwn(value, 'id') && Object.hasOwn(value, 'name')) {
    value['id'] = `i${counter.next++}`
    for (const key of ['environments', 'connections', 'dataSources', 'apis', 'suites', 'cases', 'steps', 'loadTests', 'designs'])
      if (Object.hasOwn(value, key)) withOwnIds(value[key], counter)
  }
}

/** Projects with every kind of part, drawn from the schema of the format. */
const arbitraryProject: fc.Arbitrary<Project> = arbitraryOf(projectSchema).map((value) => {
  withOwnIds(value, { next: 1 })
  return value as Project
})

it('[T2] write(read(text)) is the text, for every file that Assay wrote', () =>
  fc.assert(
    fc.property(arbitraryProject, (any) => {
      const text = writeProject(any)
      const read = readProject(text)
      expect(read.ok ? '' : read.error.message).toBe('')
      expect(read.ok && writeProject(read.value.project)).toBe(text)
    }),
    { numRuns: fuzzRuns(2_000) },
  ))

it('[T2] a new project is a few lines', () => {
  const text = writeProject(emptyProject('0000000000', 'Orders API'))
  expect(text).toBe('{\n  "format": "aprj",\n  "version": 1,\n  "id": "0000000000",\n  "name": "Orders API"\n}\n')
  expect(readProject(text).ok).toBe(true)
})

const mutation = fc.oneof(
  fc.tuple(fc.nat(golden.length), fc.nat(40), fc.string({ maxLength: 5 })),
  fc.tuple(
    fc.nat(golden.length),
    fc.nat(2),
    fc.constantFrom('"', '{', '[', ']', '}', ',', ':', '\\', '1', 'null', '\0', '\ud800', '-'),
  ),
  fc.tuple(fc.nat(golden.length), fc.constant(golden.length), fc.constant('')),
)

it('[R1] reading a mutated file never throws, and names the place', () =>
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
      let text = golden
      for (const [at, cut, piece] of mutations) text = text.slice(0, at) + piece + text.slice(at + cut)
      const read = readProject(text)
      if (!read.ok && read.error.code === 'file-invalid') {
        const [place] = read.error.places
        expect(place?.path).not.toBe('')
        expect(place?.line).toBeLessThanOrEqual(text.split('\n').length)
        expect(read.error.message).toContain(`(line ${place?.line})`)
      }
      salvageProject(text)
    }),
    { numRuns: fuzzRuns(5_000) },
  ))

it('reading any bytes never throws', () =>
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(typeof readProject(bytes).ok).toBe('boolean')
    }),
  ))
