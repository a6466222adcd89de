import { expect, test } from 'vitest'
import { importText } from '#engine/importers/testing/import-text.ts'
import { importedSize } from '#engine/importers/imported-size.ts'
import { importTree } from './import-tree.ts'

test('[T2] the tree of an import: a row for each request with its checks and variables, and what is incomplete', async () => {
  const request = (name: string, exec: string[]) => ({
    name,
    event: [{ listen: 'test', script: { exec } }],
    request: { method: 'POST', url: 'http://127.0.0.1/orders' },
  })
  const { value } = await importText(
    'postman',
    'orders.json',
    JSON.stringify({
      info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Orders',
          item: [
            request('Create', [
              "pm.test('Status', () => pm.response.to.have.status(201));",
              "pm.test('Id', () => pm.expect(pm.response.json()).to.have.property('id'));",
              "pm.environment.set('id', pm.response.json().id);",
            ]),
            { name: 'Archive', item: [request('Create', ["require('cheerio');"])] },
          ],
        },
      ],
    }),
  )
  if (!value) throw new Error('not imported')
  const row = { what: 'POST', name: 'Create', disabled: false }
  expect(importTree(value.project, value.leftOut)).toEqual({
    suites: [
      {
        name: 'Orders',
        cases: [
          { name: 'Orders', requests: 1, rows: [{ ...row, checks: 2, variables: 1, incomplete: false }] },
          { name: 'Archive', requests: 1, rows: [{ ...row, checks: 0, variables: 0, incomplete: true }] },
        ],
      },
    ],
    complete: 1,
  })
  expect(importedSize(value.project)).toEqual({ suites: 1, cases: 2, requests: 2, checks: 2 })
})
