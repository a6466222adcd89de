import { expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { mergeInto } from './merge-into.ts'
import { asSent, importText } from './testing/import-text.ts'

const command = (token: string) => `curl https://x.test/orders -H 'Authorization: Bearer ${token}' -d '\${sku}'`

it('what is imported into a project gets a suite, secrets of its own, and changes nothing that is there', async () => {
  const target = emptyProject('p', 'Mine')
  target.variables.push({ name: 'sku', value: 'A-1', description: '' })
  const first = (await importText('curl', 'orders.sh', command('token-of-one'))).value!
  const one = mergeInto(target, first, 'Imported', () => 's1')
  expect(one.project.suites.map(({ name, cases }) => [name, cases.map((found) => found.name)])).toEqual([
    ['Imported', ['Requests']],
  ])
  expect(one.project.variables.map(({ name, value }) => [name, value])).toEqual([
    ['sku', 'A-1'],
    ['bearer_token', { secret: 'orders/bearer-token' }],
  ])
  expect(target.suites).toEqual([])

  const second = (await importText('curl', 'orders.sh', command('token-of-two'))).value!
  for (const suite of second.project.suites) for (const found of suite.cases) found.id = `x-${found.id}`
  for (const found of second.project.suites.flatMap(({ cases }) => cases).flatMap(({ steps }) => steps))
    found.id = `x-${found.id}`
  const both = mergeInto(one.project, second, 'Imported', () => 's2')
  expect(both.suite.cases.map(({ name }) => name)).toEqual(['Requests', 'Requests 2'])
  expect(both.suite.variables).toMatchObject([{ name: 'bearer_token', value: { secret: 'orders/bearer-token-2' } }])
  expect([...both.secrets]).toEqual([['orders/bearer-token-2', 'token-of-two']])
  const read = readProject(writeProject(both.project))
  expect(read.ok && problemsOf(read.value.project)).toEqual([])
})

it('what the import gives to all its requests goes with its cases, and the project keeps its own', async () => {
  const target = { ...emptyProject('p', 'Mine'), headers: [{ name: 'Authorization', value: 'Bearer ${mine}', disabled: false }] }
  const bearer = (token: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: token }] })
  const request = (name: string, more: object = {}) => ({ name, request: { url: 'http://x.test/', ...more } })
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: bearer('{{theirs}}'),
    item: [
      { name: 'Orders', item: [request('List'), request('Create')] },
      { name: 'Open', auth: { type: 'noauth' }, item: [request('Health')] },
    ],
  }
  const imported = (await importText('auto', 'shop.json', JSON.stringify(collection))).value!
  const { project, suite } = mergeInto(target, imported, 'Imported', () => 's1')
  expect(project.headers).toEqual(target.headers)
  expect(suite.cases.map(({ name, headers }) => [name, headers])).toEqual([
    ['Orders', [{ name: 'Authorization', value: 'Bearer ${theirs}', disabled: false }]],
    ['Open', [{ name: 'Authorization', value: '', disabled: true }]],
  ])
  const sent = asSent(project).suites[0]!.cases.map(({ steps }) =>
    steps.map((step) => 'headers' in step && step.headers.map(({ value }) => value)),
  )
  expect(sent).toEqual([[['Bearer ${theirs}'], ['Bearer ${theirs}']], [[]]])
})
