import { openProject, unfoldSteps } from './fixtures-build.ts'
import { expect, runAll, test } from './fixtures.ts'

test('[T3, T5] an answer is accepted as a snapshot, what changes is ignored, and random data comes in the language of the project', async ({
  page,
  demo,
}) => {
  const sent: string[] = []
  page.context().on('request', (request) => sent.push(request.url()))
  const project = {
    format: 'aprj',
    version: 1,
    id: 'p-snapshot',
    name: 'Snapshots',
    locale: 'de',
    suites: [
      {
        id: 's',
        name: 'Suite',
        variables: [{ name: 'town', value: '${random.city}' }],
        cases: [
          {
            id: 'c',
            name: 'Health',
            steps: [
              {
                id: 'r',
                kind: 'send-request',
                name: 'Get health',
                url: `${demo.api}/health?town=\${town}`,
                until: { checks: [{ source: 'status', is: 'equals', value: 200 }], every: 0.2, atMost: 5 },
              },
              { id: 'a', kind: 'assertion', name: 'As it was', checks: [{ source: 'json', path: '$', is: 'matches-snapshot' }] },
            ],
          },
        ],
      },
    ],
  }
  await openProject(page, demo.app, JSON.stringify(project))
  await page.getByRole('treeitem', { name: /^Health/ }).click()
  await unfoldSteps(page)
  await page.getByRole('option', { name: /As it was/ }).click()
  expect(await runAll(page)).toContain('1 passed, 1 failed')
  const check = page.getByRole('group', { name: 'Check 1' })
  await expect(check).toContainText('no snapshot yet: accept a response in the step')
  await check.getByRole('button', { name: 'Accept as snapshot' }).click()
  await expect(check).toContainText('Compared with the accepted response')
  expect(await runAll(page)).toContain('2 passed')
  expect(sent.some((url) => /\/random\/de-\w+\.js$/.test(url))).toBe(true)
})
