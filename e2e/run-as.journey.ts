import { findings } from './axe.ts'
import { editor, inTree, openProject, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

/** A public secret: it opens nothing but the demo. */
const secret = 'public-demo-secret-of-orders-tests'

const projectFor = (provider: string, api: string) => {
  const headers = [{ name: 'Authorization', value: 'Bearer ${access_token}' }]
  const token = {
    id: 't1',
    kind: 'oauth2',
    name: 'Get token',
    grantType: 'ClientCredentials',
    discoveryEndpoint: `${provider}/.well-known/openid-configuration`,
    clientId: 'orders-tests',
    scope: 'orders:read orders:write',
    resource: ['urn:assay:orders'],
  }
  const steps = [
    token,
    { id: 'r1', kind: 'send-request', name: 'List orders', method: 'GET', url: `${api}/orders`, headers },
    { id: 'a1', kind: 'assertion', name: 'Allowed', checks: [{ source: 'status', is: 'equals', value: 200 }] },
    {
      id: 'r2',
      kind: 'send-request',
      name: 'Create order',
      method: 'POST',
      url: `${api}/orders`,
      headers,
      body: { type: 'json', text: '{"sku":"A-1"}' },
    },
  ]
  const suites = [{ id: 's1', name: 'Orders', cases: [{ id: 'c1', name: 'Orders of all', steps }] }]
  return JSON.stringify({ format: 'aprj', version: 1, id: 'run-as', name: 'Who may', suites })
}

test('[T4] a case runs as multiple identities, and about objects of others', async ({ page, demo }) => {
  await test.step('[T4] a case runs as multiple identities, and a grid says who may do what', async () => {
    await openProject(page, demo.app, projectFor(demo.provider, demo.api))
    await inTree(page, 'Orders of all').click()
    const settings = page.getByRole('button', { name: 'Case settings' })
    await settings.click()
    await editor(page).getByRole('button', { name: 'Run as…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run as' })
    await expect(dialog.getByRole('combobox', { name: 'Request to check' })).toHaveValue('r1')
    await expect(dialog.getByRole('button', { name: 'Run as 2 identities' })).toBeDisabled()
    for (const [number, name, scope] of [
      [1, 'reader', 'orders:read'],
      [2, 'writer', 'orders:write'],
    ] as const) {
      const identity = dialog.getByRole('group', { name: `Identity ${number}`, exact: true })
      await identity.getByRole('textbox', { name: 'Name' }).fill(name)
      await identity.getByRole('textbox', { name: 'Client ID' }).fill('orders-tests')
      await identity.getByLabel('Client Secret', { exact: true }).fill(secret)
      await identity.getByRole('textbox', { name: 'Scope' }).fill(scope)
      await expect(identity.getByLabel('Expected status')).toHaveValue(number === 1 ? '200' : '403')
    }
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Run as 2 identities' }).click()
    await expect(dialog).toBeHidden()
    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('option')
    await unfoldSteps(page)
    await expect(steps).toHaveCount(7)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('Passed', { timeout: 30_000 })

    await inTree(page, 'Who may').click()
    await page.getByRole('region', { name: 'Overview' }).getByRole('tab', { name: 'Data sources' }).click()
    const grid = page.getByRole('table', { name: 'Who may do what' })
    await expect(grid.getByRole('row', { name: /^reader/ })).toContainText('passed 200')
    await expect(grid.getByRole('row', { name: /^writer/ })).toContainText('passed 403')
    await expect(page.getByRole('grid', { name: 'Rows' })).not.toContainText(secret)
    expect(await findings(page)).toEqual([])

    await inTree(page, 'Orders of all').click()
    await steps.first().click()
    await page.keyboard.press('Control+z')
    await expect(steps).toHaveCount(4)
  })

  await test.step('[T4] one click makes the case about objects of others, and the demo keeps them from each other', async () => {
    await inTree(page, 'Orders of all').click()
    await page.getByRole('button', { name: 'Case settings' }).click()
    await editor(page).getByRole('button', { name: 'Run as…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run as' })
    for (const [number, client] of [
      [1, 'orders-tests'],
      [2, 'orders-others'],
    ] as const) {
      const identity = dialog.getByRole('group', { name: `Identity ${number}`, exact: true })
      await identity.getByRole('textbox', { name: 'Client ID' }).fill(client)
      await identity.getByLabel('Client Secret', { exact: true }).fill(`public-demo-secret-of-${client}`)
    }
    await dialog.getByRole('button', { name: "Add case: other users' objects" }).click()
    await expect(dialog).toBeHidden()
    await expect(inTree(page, "Orders of all: other users' objects")).toBeVisible()
    await inTree(page, "Orders of all: other users' objects").click()
    await page.keyboard.press('Control+Enter')
    await expect(verdict(page)).toContainText('Passed', { timeout: 30_000 })
  })
})
