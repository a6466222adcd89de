import { inTree, openProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ codeEditor: true })

const evil = '<img src=x onerror="document.title=\'executed\'"><script>document.title="executed"</script>'

const project = (api: string) =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'markup',
    name: `Project ${evil}`,
    suites: [
      {
        id: 's',
        name: `Suite ${evil}`,
        cases: [
          {
            id: 'c',
            name: `Case ${evil}`,
            steps: [
              { id: 'r', kind: 'send-request', name: `Request ${evil}`, url: `${api}/orders?${encodeURIComponent(evil)}` },
              {
                id: 'a',
                kind: 'assertion',
                name: `Check ${evil}`,
                checks: [{ source: 'text', is: 'equals', value: evil }],
              },
            ],
          },
        ],
      },
    ],
  })

test('[R11] HTML and script in names, values and results are text everywhere, and nothing of it is executed', async ({
  page,
  demo,
}) => {
  await openProject(page, demo.app, project(demo.api))
  await inTree(page, 'Case <img').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Failed: 1 passed, 1 failed')
  const panel = page.getByRole('region', { name: 'Run' })
  await expect(panel).toContainText('<img src=x onerror=')
  for (const name of [/Request/, /Check/]) {
    await page.getByRole('tree', { name: 'Results' }).getByRole('treeitem', { name }).first().click()
    for (const tab of ['Exchange', 'Response', 'Variables', 'Log']) await panel.getByRole('tab', { name: tab }).click()
  }
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await expect(page).not.toHaveTitle('executed')
})
