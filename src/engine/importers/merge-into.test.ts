import { expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { problemsOf } from '#engine/project/problems.ts'
import { readProject } from '#engine/project/read.ts'
import { writeProject } from '#engine/project/write.ts'
import { mergeInto } from './merge-into.ts'
import { importText } from './testing/import-text.ts'

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
