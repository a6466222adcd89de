import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { crudSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof crudSchema>>
const design = (given: Given) => v.parse(crudSchema, { id: 'd', method: 'crud', resource: 'order', operations: [], ...given })
const all = ['create', 'read', 'update', 'delete'] as const
const operations = all.map((kind) => ({ kind }))

/** A resource that is there or not, as a person would write it: the status of each operation, one by one. */
function lived({ unique = false, again = false }: Given, events: readonly string[]): string[] {
  let [there, was] = [false, false]
  return events.map((event) => {
    if (event === 'create') {
      if ((there && unique) || (was && !there && !again)) return '409'
      ;[there, was] = [true, true]
      return '201'
    }
    if (!there) return '404'
    if (event === 'delete') there = false
    return event === 'delete' ? '204' : '200'
  })
}

describe('the life of a resource', () => {
  it('[D9] every two operations that follow each other, and all refusals, held against a resource that is really kept', async () => {
    const given = fc.record({ kinds: fc.subarray([...all], { minLength: 1 }), unique: fc.boolean(), again: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(given, async ({ kinds, unique, again }) => {
        const made = derive(design({ operations: kinds.map((kind) => ({ kind })), unique, again }))
        if (!kinds.includes('create')) {
          await expect(made).rejects.toThrow('No operation creates the resource')
          return
        }
        const { tests, items, coverage } = await made
        expect(coverage).toEqual({ exercised: items.length, feasible: items.length })
        const seen = new Set<string>()
        for (const { events = [], outputs, valid } of tests) {
          const answered = lived({ unique, again }, events)
          expect(outputs).toEqual(answered)
          expect(answered.findIndex((status) => status.startsWith('4'))).toBe(valid ? -1 : events.length - 1)
          for (const [at, event] of events.entries()) {
            seen.add(`${events[at - 1] ?? ''} ${event}`)
            if (!valid && at === events.length - 1) seen.add(`refused ${event}`)
          }
        }
        // Whatever exists can be read after it was made, and nothing can be done twice that ends it.
        if (kinds.includes('read')) expect(seen).toContain('create read')
        if (kinds.includes('delete')) expect(seen).toContain('delete delete')
        for (const kind of kinds) if (kind !== 'create') expect(seen).toContain(`refused ${kind}`)
        expect(seen.has('create create') && [...seen].includes('refused create')).toBe(unique)
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('[D9] all four: legal orders, then before, after and twice, with the status of each', async () => {
    const { tests } = await derive(design({ operations }))
    const refused = tests.filter(({ valid }) => !valid).map(({ events, outputs }) => `${events?.join(' ')} ${outputs?.at(-1)}`)
    expect(refused).toEqual([
      'read 404',
      'update 404',
      'delete 404',
      'create delete read 404',
      'create delete update 404',
      'create delete delete 404',
    ])
  })

  it.each<[Given, string]>([
    [{}, 'No operation creates'],
    [{ operations: [...operations, { kind: 'read' }] }, 'duplicate operation "read"'],
  ])('[D9] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
