import { describe, expect, it } from 'vitest'
import { importText } from '../testing/import-text.ts'
import { commandsIn } from './commands.ts'

describe('several cURL commands', () => {
  it('are found between comments and other commands', () => {
    expect(
      commandsIn(
        [
          '#!/bin/sh',
          '# create',
          'TOKEN=abc',
          'curl -X POST https://x.test/orders \\',
          "  -d '{",
          '  "sku": "a; curl b"',
          "}'",
          '',
          '$ curl https://x.test/orders && curl https://x.test/2',
          'echo done',
        ].join('\n'),
      ),
    ).toEqual([
      'curl -X POST https://x.test/orders \\\n  -d \'{\n  "sku": "a; curl b"\n}\'',
      'curl https://x.test/orders ',
      'curl https://x.test/2',
    ])
  })

  it('become the steps of one case', async () => {
    const { value } = await importText(
      'auto',
      'orders.sh',
      'curl https://x.test/orders\ncurl -k -XDELETE https://x.test/orders/1\n',
    )
    expect(value).toMatchObject({ kind: 'curl', project: { name: 'orders' } })
    const [one] = value!.project.suites[0]!.cases
    expect(one).toMatchObject({
      onFailure: 'continue',
      steps: [
        { kind: 'send-request', name: 'GET /orders', method: 'GET', url: 'https://x.test/orders' },
        { name: 'DELETE /orders/1', method: 'DELETE' },
      ],
    })
    expect(value!.leftOut).toEqual([
      { where: 'DELETE /orders/1', what: "--insecure: add the host to the environment's insecure hosts" },
    ])
  })

  it('a text without one is rejected', async () => {
    expect((await importText('curl', 'a.txt', 'wget https://x.test')).error?.message).toBe(
      '"a.txt" can\'t be read as cURL: it has no requests.',
    )
  })
})

it("quotes of the kind $'…' end where the shell ends them", async () => {
  const { value } = await importText('auto', 'a.sh', "curl https://x.test/1 -d $'it\\'s'\n\ncurl https://x.test/2\n")
  expect(value!.project.suites[0]!.cases[0]!.steps).toHaveLength(2)
})
