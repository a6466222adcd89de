import { expect, test } from 'vitest'
import { ownersOf } from '#engine/steps/nested-steps.ts'
import { importText } from './testing/import-text.ts'

/** What a request of the collections is checked for, and what is kept of it: also of variables alone, which no result is asked for. */
const code = (index: number) => [
  'const body = JSON.parse(responseBody);',
  "pm.test('Variable is set', () => pm.expect(pm.environment.get('user')).to.eql('ann'));",
  "pm.test('Status is 200', () => pm.response.to.have.status(200));",
  "tests['Has id'] = body.hasOwnProperty('id');",
  "pm.test('Is quick', () => pm.expect(pm.response.responseTime).to.be.below(500));",
  "pm.test('Is JSON', () => pm.response.to.have.header('Content-Type', 'application/json'));",
  `pm.environment.set('id${index}', body.id);`,
  `pm.test('Id is kept', () => pm.expect(pm.environment.get('id${index}')).to.not.be.undefined);`,
  `pm.test('Name', () => pm.expect(body.name).to.eql('n${index}'));`,
]

test('[T2] 35 tests of 5 requests are 5 rows: what looks at a request is nested under it', async () => {
  const request = (_: unknown, index: number) => ({
    name: `Request ${index}`,
    event: [{ listen: 'test', script: { exec: code(index) } }],
    request: { method: 'GET', url: `http://127.0.0.1/${index}` },
  })
  const { value } = await importText(
    'postman',
    'orders.json',
    JSON.stringify({
      info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'Orders', item: Array.from({ length: 5 }, request) }],
    }),
  )
  const steps = value?.project.suites[0]?.cases[0]?.steps ?? []
  const owners = ownersOf(steps)
  const rows = steps.filter((_, index) => (owners[index] ?? -1) < 0)
  expect(rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual([0, 1, 2, 3, 4].map((index) => `send-request Request ${index}`))
  const checks = steps.filter(({ kind }) => kind === 'assertion').map(({ name }) => name)
  expect(checks).toHaveLength(35)
  // The variable has its value by then.
  expect(
    steps
      .slice(0, steps.length / 5)
      .map(({ name }) => name)
      .slice(-2),
  ).toEqual(['Keep id0', 'Id is kept'])
  expect(new Set(checks)).toEqual(
    new Set(['Variable is set', 'Status is 200', 'Has id', 'Is quick', 'Is JSON', 'Id is kept', 'Name']),
  )
})
