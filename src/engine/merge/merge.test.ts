import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import type { Case, Project, Step } from '#engine/project/format/schema.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { conflictLines } from './describe.ts'
import { mergeProjects } from './merge.ts'
import { resolveConflicts } from './resolve.ts'

const full = read(readFileSync(new URL('../project/golden/full.aprj', import.meta.url), 'utf8'))
const orders = read(readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8'))

function read(text: string): Project {
  const found = readProject(text)
  if (!found.ok) throw new Error(found.error.message)
  return found.value.project
}

const emptySource = { kind: 'table', description: '', columns: ['id'], rows: [] } as const

type Recipe = (project: Project) => unknown
function edited(project: Project, recipe: Recipe): Project {
  const copy = structuredClone(project)
  recipe(copy)
  return copy
}

function merge(ours: Recipe, theirs: Recipe, base = orders): { merged: Project; lines: string[] } {
  const merged = mergeProjects({ base, ours: edited(base, ours), theirs: edited(base, theirs) })
  expect(read(writeProject(merged))).toEqual(merged)
  return { merged, lines: conflictLines(merged) }
}

const suite = (project: Project, at = 0) => project.suites[at] as Project['suites'][number]
const caseAt = (project: Project, at: number, suiteAt = 0) => suite(project, suiteAt).cases[at] as Case
const stepAt = (project: Project, at: number) => caseAt(project, 0).steps[at] as Step & Record<string, unknown>
const set = (value: object, fields: Record<string, unknown>) => void Object.assign(value, fields)
const newCase = (id: string): Case => ({ ...caseAt(orders, 1), id, name: `New ${id}`, steps: [] })
const names = ({ cases }: { cases: readonly Case[] }) => cases.map(({ name }) => name)

describe('merging', () => {
  it('[X10] adds in the same suite, ours before theirs', () => {
    const { merged, lines } = merge(
      (p) => suite(p).cases.push(newCase('x'), newCase('y')),
      (p) => suite(p).cases.push(newCase('z')),
    )
    expect(lines).toEqual([])
    expect(names(suite(merged))).toEqual(['Create then delete', 'List with a page size', 'New x', 'New y', 'New z'])
  })

  it('[X10] follows a case into another suite, and edits of it with it', () => {
    const { merged, lines } = merge(
      (p) => suite(p, 1).cases.unshift(...suite(p).cases.splice(0, 1)),
      (p) => set(stepAt(p, 1), { url: '/v2/orders' }),
    )
    expect(lines).toEqual([])
    expect(names(suite(merged, 1))).toEqual(['Create then delete', 'Sign in and read orders'])
    expect(caseAt(merged, 0, 1).steps[1]).toMatchObject({ url: '/v2/orders' })
  })

  it('[X10] keeps both values of a field that both changed, by names', () => {
    const { merged, lines } = merge(
      (p) => set(stepAt(p, 1), { url: '/v2', name: 'Create' }),
      (p) => set(stepAt(p, 1), { url: '/v3', timeout: 5 }),
    )
    expect(lines).toEqual(['Orders > Create then delete > step 2 > url: ours "/v2", theirs "/v3"'])
    expect(stepAt(merged, 1)).toMatchObject({ url: '/v2', name: 'Create', timeout: 5 })
    expect(
      stepAt(
        resolveConflicts(merged, () => 'theirs'),
        1,
      ),
    ).toMatchObject({ url: '/v3', name: 'Create', timeout: 5 })
    expect(resolveConflicts(merged, () => undefined)).toEqual(merged)
  })

  it('[X10] asks about what one side deleted and the other changed, once', () => {
    const { merged, lines } = merge(
      (p) => p.suites.splice(0, 1),
      (p) => {
        set(stepAt(p, 1), { url: '/v3' })
        caseAt(p, 1).steps.pop()
      },
    )
    expect(lines).toEqual(['Orders: ours deleted, theirs changed'])
    expect(resolveConflicts(merged, () => 'ours').suites.map(({ name }) => name)).toEqual(['Sign-in'])
    expect(
      stepAt(
        resolveConflicts(merged, () => 'theirs'),
        1,
      ),
    ).toMatchObject({ url: '/v3' })
  })

  it('[X10] keeps what one side deleted and the other began to use', () => {
    const source = { ...emptySource, id: 'users-1', name: 'users' } as unknown as Project['dataSources'][number]
    const loop = {
      id: 'l1',
      kind: 'loop-start',
      name: 'Loop',
      description: '',
      disabled: false,
      dataSource: 'users-1',
      mapping: [],
      onFailure: 'continue',
    }
    const base = edited(orders, (p) => p.dataSources.push(source))
    const { merged, lines } = merge(
      (p) => p.dataSources.pop(),
      (p) => caseAt(p, 1).steps.unshift(loop as unknown as Step),
      base,
    )
    expect(lines).toEqual(['dataSources > users: ours deleted, theirs changed'])
    expect(merged.dataSources).toHaveLength(1)
  })

  it('[X10] merges items without ids by what they are about', () => {
    const checks = (p: Project) => (stepAt(p, 2) as unknown as { checks: Record<string, unknown>[] }).checks
    const header = (name: string) => ({ name, value: name, disabled: false })
    const { merged, lines } = merge(
      (p) => {
        set(checks(p)[0] ?? {}, { value: 200 })
        checks(p).push({ source: 'duration', not: false, is: 'less-than', value: 800 })
        p.variables.push({ name: 'a', value: '1', description: '' })
        p.headers = [header('X-A')]
        caseAt(p, 0).tags.push('slow')
      },
      (p) => {
        checks(p).push({ source: 'json', path: '$.state', not: false, is: 'exists' })
        p.variables.push({ name: 'b', value: '2', description: '' })
        p.headers = [header('X-B')]
        caseAt(p, 0).tags.push('nightly')
      },
    )
    expect(lines).toEqual([])
    expect(
      checks(merged)
        .slice(-2)
        .map(({ source }) => source),
    ).toEqual(['duration', 'json'])
    expect(checks(merged)[0]).toMatchObject({ value: 200 })
    expect(merged.variables.slice(-2).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(merged.headers?.map(({ name }) => name)).toEqual(['X-A', 'X-B'])
    expect(caseAt(merged, 0).tags.slice(-2)).toEqual(['slow', 'nightly'])
  })

  it('[X10] merges as one what would break a rule of the format in parts', () => {
    const body = (type: string, more: object) => (p: Project) => set(stepAt(p, 1), { body: { type, ...more } })
    const { lines } = merge(body('json', { text: '{}' }), body('form', { fields: [] }))
    expect(lines).toEqual([expect.stringMatching(/^Orders > Create then delete > step 2 > body: ours .*json.*, theirs .*form/)])
  })

  it('[X10] gives another id to what both added under one id', () => {
    const steps = [{ ...stepAt(orders, 1), id: 'r9' }] as Step[]
    const add = (name: string) => (p: Project) => suite(p).cases.push({ ...newCase('c9'), name, steps })
    const { merged, lines } = merge(add('One'), add('Other'))
    expect(lines).toEqual([])
    expect(
      suite(merged)
        .cases.slice(-2)
        .map(({ id, name }) => [id, name]),
    ).toEqual([
      ['c9', 'One'],
      ['c9-2', 'Other'],
    ])
    expect(
      suite(merged)
        .cases.slice(-2)
        .map(({ steps: [step] }) => step?.id),
    ).toEqual(['r9', 'r9-2'])
  })

  it('[X10] asks about a case in two suites and a list in two orders', () => {
    const three = edited(orders, (p) => {
      p.suites.push({ ...suite(p), id: 's8', name: 'Refunds', cases: [] }, { ...suite(p), id: 's9', name: 'Archive', cases: [] })
      suite(p, 1).cases.push(...['w', 'x', 'y', 'z'].map(newCase))
    })
    const to = (at: number) => (p: Project) => suite(p, at).cases.push(...suite(p).cases.splice(0, 1))
    const { merged, lines } = merge(to(2), to(3), three)
    expect(lines).toEqual(['Refunds > Create then delete: ours in "Refunds", theirs in "Archive"'])
    expect(resolveConflicts(merged, () => 'theirs').suites.map(({ cases }) => cases.length)).toEqual([1, 5, 0, 1])
    const order =
      (...by: number[]) =>
      (p: Project) => {
        suite(p, 1).cases = by.map((at) => caseAt(p, at, 1))
      }
    expect(merge(order(1, 2, 0, 3, 4), order(0, 1, 2, 4, 3), three).lines).toEqual([])
    const disputed = merge(order(0, 1, 3, 4, 2), order(2, 0, 1, 3, 4), three)
    expect(disputed.lines).toEqual([
      'Sign-in: ours Sign in and read orders, New w, New y, New z, New x, theirs New x, Sign in and read orders, New w, New y, New z',
    ])
    expect(
      names(
        suite(
          resolveConflicts(disputed.merged, () => 'theirs'),
          1,
        ),
      )[0],
    ).toBe('New x')
  })

  it('[X10] merges a file of every kind with itself, and without a base', () => {
    for (const one of [full, orders])
      for (const base of [one, undefined]) expect(mergeProjects({ base, ours: one, theirs: one })).toEqual(one)
  })
})
