import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { DesignResult } from '#engine/design/result.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-design-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function design(...args: string[]) {
  const host = createTestHost()
  return { code: await main(['design', ...args], host), said: host.said, printed: host.printed }
}

const model = 'Type: Single, Span, Stripe\nSize: ~-1, 10, 500\nFS: FAT, NTFS\nIF [FS] = "FAT" THEN [Size] < 100;\n'

it('[D3] prints the tests of a PICT model as a table, with what is impossible and why', async () => {
  const { code, said, printed } = await design(file('volume.pict', model))
  expect(code).toBe(0)
  expect(said).toBe('10 tests cover all 20 possible items, 1 impossible. The first 5 of 10 tests cover 65 %.\n')
  expect(printed.split('\n')[0]).toBe('Type    Size  FS    invalid')
  expect(printed).toContain('Impossible:\n  Size = 500, FS = FAT: IF [FS] = "FAT" THEN [Size] < 100\n')
})

it('[D3] a long text stands in the table with its length, and whole in the other formats', async () => {
  const path = file('long.pict', `A: x, ${'y'.repeat(255)}\n`)
  expect((await design(path)).printed).toContain(`${'y'.repeat(24)}… (255)\n`)
  expect((await design(path, '--format', 'csv')).printed).toContain('y'.repeat(255))
})

it('[D3] as PICT and as CSV; what it printed can be required again, and measured', async () => {
  const path = file('plain.pict', 'A: 1, 2\nB: x, y\nC: "a", b c\n')
  const { printed } = await design(path, '--format', 'pict')
  expect(printed.split('\n')[0]).toBe('A\tB\tC')
  const rows = file('rows.tsv', printed)
  const measured = await design(path, '--rows', rows, '--measure', '--format', 'json')
  const { tests, coverage } = JSON.parse(measured.printed) as DesignResult
  expect(coverage).toEqual({ exercised: 12, feasible: 12 })
  expect(tests.length).toBe(printed.trim().split('\n').length - 1)
  const some = file('some.csv', 'A,B,C\n2,y,b c\n')
  expect((await design(path, '--rows', some, '--format', 'csv')).printed.split('\n').slice(0, 2)).toEqual(['A,B,C', '2,y,b c'])
  expect((await design(path, '--rows', some, '--measure')).said).toContain('1 test covers 3 of 12 possible items')
})

it("[D3] PICT's options for what stands between values, between names and before invalid ones", async () => {
  const path = file('marks.pict', 'Size: 1,5; 2,5; !0\nKind: a/b; c\n{ Size; Kind } @ 2\nIF [Size] = "1,5" THEN [Kind] = "a";\n')
  const { code, printed } = await design(path, '/d:;', '/a:/', '/n:!', '--format', 'csv')
  expect(code).toBe(0)
  expect(printed.trim().split('\n').toSorted()).toEqual(
    ['"1,5",a', '"2,5",b', '"2,5",c', '0,a', '0,c', 'Size,Kind'].map((row) => expect.stringContaining(row) as string),
  )
  expect((await design(path, '/x:;')).code).toBe(2)
})

it('[D3] a design as the project file has it; strength and seed by option; the same bytes again', async () => {
  const path = file(
    'design.json',
    JSON.stringify({ method: 'combinations', parameters: ['a', 'b', 'c'].map((name) => ({ name, values: [0, 1] })) }),
  )
  const first = await design(path, '--strength', '3', '--seed', '7', '--format', 'json')
  expect((JSON.parse(first.printed) as DesignResult).tests.length).toBe(8)
  expect((await design(path, '--strength', '3', '--seed', '7', '--format', 'json')).printed).toBe(first.printed)
  expect((await design(path, '--minimise=1')).code).toBe(0)
})

it.each([
  [['none.pict'], "doesn't exist."],
  [[file('bad.pict', 'Size 10\n')], 'Line 1: write a parameter as a name, a colon'],
  [[file('near.pict', 'Size: 10\nIF [Siz] = 10 THEN [Size] = 10;')], 'Unknown parameter "Siz". Did you mean "Size"?'],
  [
    [file('project.aprj', '{"format": "aprj", "version": 1}')],
    'Name a model, not a project: a design (JSON), a PICT, ACTS, CTWedge or Tcases model, or an API definition.',
  ],
  [[file('not.json', '{"method": "magic"}')], 'method'],
  [[file('values.json', '{"method": "combinations", "parameters": [{"name": "a", "values": "x"}]}')], 'parameters.0.values'],
  [[file('volume2.pict', model), '--format', 'xml'], 'table, csv, json'],
  [[file('volume3.pict', model), '--strength', 'x'], 'a whole number'],
  [[file('volume4.pict', model), '--measure'], '--rows'],
  [[], 'Name a model: assay design MODEL.pict'],
])('[D3] %j ends with 2', async (args, text) => {
  const { code, said, printed } = await design(...args)
  expect({ code, printed }).toEqual({ code: 2, printed: '' })
  expect(said).toContain(text)
})

const openapi = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [age], properties: {
        age: { type: integer, minimum: 0, maximum: 30 }, kind: { enum: [cat, dog] } } } } } }
      responses: { "201": { description: made }, "400": { description: refused } }
  /pets/{id}:
    get: { operationId: getPet, responses: { "200": { description: it } } }
  /sessions:
    post: { operationId: signIn, responses: { "200": { description: signed in } } }
`

it('[A4] an operation of an OpenAPI document becomes a model: values by its schema, a status for each test', async () => {
  const path = file('openapi.yaml', openapi)
  const { code, printed } = await design('--from', path, '--operation', 'addPet', '--format', 'csv')
  expect(code).toBe(0)
  const [head, ...rows] = printed.trim().split('\n')
  expect(head).toBe('body.age,body.kind,status,invalid')
  expect(rows).toContain('-1,cat,400,body.age')
  expect(rows.filter((row) => row.endsWith(',201,')).length).toBeGreaterThan(5)
  const life = await design('--from', path, '--operation', 'addPet', '--method', 'crud', '--format', 'csv')
  expect(life.printed.split('\n')[0]).toBe('events,path,outputs,invalid')
  const none = await design('--from', path, '--operation', 'signIn', '--method', 'crud')
  expect([none.code, none.said]).toEqual([2, expect.stringContaining('no resource lifecycle for "signIn"')])
  const boundaries = await design('--from', path, '--operation', 'POST /pets', '--method', 'boundaries', '--format', 'json')
  const { tests } = JSON.parse(boundaries.printed) as DesignResult
  expect(tests.map(({ values, expected }) => [values['body.age'], expected?.['status']])).toEqual([
    [-1, '400'],
    [0, '201'],
    [30, '201'],
    [31, '400'],
  ])
})

it.each([
  [['--from', file('which.yaml', openapi)], 'Choose an operation with --operation ID: addPet, getPet, signIn.'],
  [['--from', file('near.yaml', openapi), '--operation', 'addPat'], 'Did you mean "addPet"?'],
  [['--from', file('none.yaml', 'a: 1'), '--operation', 'addPet'], 'none.yaml'],
  [['--from', file('two.yaml', openapi), 'model.pict'], 'model.pict'],
  [
    ['--from', file('states.yaml', openapi), '--operation', 'addPet', '--method', 'states'],
    "states can't be used for an operation",
  ],
])('[A4] %j ends with 2', async (args, text) => {
  const { code, said } = await design(...args)
  expect(code).toBe(2)
  expect(said).toContain(text)
})

it('[D3] a file of another program: one of several functions by name, with what is left out', async () => {
  const value = (name: string) => ({ values: { [name]: {}, other: {} } })
  const path = file(
    'mail.json',
    JSON.stringify({
      system: 'Mail',
      send: { arg: { to: value('one'), as: { type: 'string' } } },
      read: { arg: { id: value('1') } },
    }),
  )
  const { code, said } = await design(path)
  expect([code, said]).toEqual([2, expect.stringContaining('name a function with --operation: send, read')])
  expect((await design(path, '--operation', 'delete')).said).toContain('no function "delete". Available: send, read')
  const { printed } = await design(path, '--operation', 'send')
  expect(printed).toMatch(/^to\n(one\nother|other\none)\n/)
  expect(printed).toContain('Add values for "as"')
})
