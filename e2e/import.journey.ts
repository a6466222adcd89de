import { expect, test, type Demo } from './fixtures.ts'
import { findings } from './axe.ts'
import { inTree } from './fixtures-build.ts'
import { parityScript } from './parity-script.ts'

const script = (listen: 'test' | 'prerequest', ...exec: string[]) => ({ listen, script: { type: 'text/javascript', exec } })

/** A collection as Postman exports it: OAuth 2 inherited from the collection, scripts, folders, a variable between requests. */
const collection = {
  info: { name: 'Orders of Postman', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: {
    type: 'oauth2',
    oauth2: Object.entries({
      grant_type: 'client_credentials',
      accessTokenUrl: '{{idp}}/token',
      clientId: 'orders-tests',
      clientSecret: '{{client secret}}',
      scope: 'orders:read orders:write',
      client_authentication: 'body',
      addTokenTo: 'header',
    }).map(([key, value]) => ({ key, value, type: 'string' })),
  },
  event: [script('test', 'pm.test("Fast enough", () => pm.expect(pm.response.responseTime).to.be.below(20000));')],
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'Create',
          event: [
            script('prerequest', 'pm.environment.set("sku", "A-" + Date.now());'),
            script(
              'test',
              'const order = pm.response.json();',
              'pm.test("Status is 201", function () { pm.response.to.have.status(201); });',
              'pm.test("Is open", () => { pm.expect(order.state).to.eql("open"); pm.expect(order).to.have.property("id"); });',
              'pm.environment.set("orderId", order.id);',
              'postman.setNextRequest("Delete");',
            ),
          ],
          request: {
            method: 'POST',
            header: [{ key: 'Content-Type', value: 'application/json' }],
            url: { raw: '{{baseUrl}}/orders', host: ['{{baseUrl}}'], path: ['orders'] },
            body: { mode: 'raw', raw: '{"sku": "{{sku}}", "quantity": 2}', options: { raw: { language: 'json' } } },
          },
        },
        {
          name: 'Delete',
          event: [script('test', 'tests["Gone"] = responseCode.code === 204;')],
          request: { method: 'DELETE', url: '{{baseUrl}}/orders/{{orderId}}' },
        },
      ],
    },
    {
      name: 'Without a token',
      item: [
        {
          name: 'Refused',
          event: [script('test', 'pm.test("Status is 401", () => pm.response.to.have.status("Unauthorized"));')],
          request: { method: 'GET', auth: { type: 'noauth' }, url: '{{baseUrl}}/orders' },
        },
      ],
    },
  ],
}

const environment = ({ provider, api }: Demo) => ({
  name: 'Demo of Postman',
  _postman_variable_scope: 'environment',
  values: [
    { key: 'baseUrl', value: api, enabled: true },
    { key: 'idp', value: provider, enabled: true },
    { key: 'client secret', value: 'public-demo-secret-of-orders-tests', type: 'secret', enabled: true },
    { key: 'orderId', value: '', enabled: true },
  ],
})

const file = (name: string, value: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
})

test('[T2, R8] what is dropped, pasted and chosen is shown, and imported if it is known', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[R8] a dropped file of no known format changes nothing, and says which there are', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Dear all'], 'notes.txt', { type: 'text/plain' }))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    const dialog = page.getByRole('dialog', { name: 'Import' })
    await expect(dialog.getByRole('alert')).toContainText('"notes.txt" isn\'t in a format that Assay imports')
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  })

  await page.keyboard.press('Escape')
  await test.step('[T2] pasted commands become a suite of the open project, which one undo takes back', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, `curl ${demo.api}/orders -H 'Authorization: Bearer topsecret-0815'\ncurl -X DELETE ${demo.api}/orders/1`)
    const dialog = page.getByRole('dialog', { name: 'Import' })
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1 suite, 1 case, 2 requests')
    await dialog.getByRole('radio', { name: 'New suite in this project' }).check()
    await dialog.getByRole('textbox', { name: 'Suite' }).fill('Pasted here')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(inTree(page, 'Pasted here')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Step name' })).toHaveValue(/orders/)
    await page.keyboard.press('Control+z')
    await expect(inTree(page, 'Pasted here')).toHaveCount(0)
  })

  await test.step('[T2] a Postman collection with its environment is shown, imported, and runs green against the demo', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await page.getByRole('button', { name: 'Project menu' }).click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import' })
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose files…' }).click()
    await (
      await chooser
    ).setFiles([file('orders.postman_collection.json', collection), file('demo.postman_environment.json', environment(demo))])
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Orders of Postman')
    await expect(preview).toContainText('2 suites, 2 cases, 3 requests with 8 checks')
    await expect(preview).toContainText('All 3 requests are complete.')
    // A row for each request, with what is nested under it.
    const rows = preview.getByRole('list', { name: 'Suites and requests' }).getByRole('listitem')
    await expect(rows.filter({ hasText: /^POSTCreate/ })).toContainText('4 checks · 1 variable')
    await expect(rows.filter({ hasText: /^DELETEDelete/ })).toContainText('2 checks')
    const left = dialog.getByRole('list', { name: 'Left out' }).getByRole('listitem')
    await expect(left).toContainText([/^Orders > Create.*kept as a Script step, with "postman\.setNextRequest/])
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(inTree(page, 'Without a token').first()).toBeVisible()
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('status', { name: 'Run result' })).toContainText('Passed: 13 passed', {
      timeout: 30_000,
    })
  })
})

test('[T2] a collection keeps its shape: what needs attention is grouped, and a request with its tests is one row', async ({
  page,
  demo,
}) => {
  const tests = () => [
    "pm.test('Id is known', () => pm.expect(pm.environment.get('user')).to.eql('ann'));",
    ...Array.from(
      { length: 5 },
      (_, test) => `pm.test('Fast ${test}', () => pm.expect(pm.response.responseTime).to.be.below(${20_000 + test}));`,
    ),
    "pm.test('Status', () => pm.response.to.have.status(401));",
  ]
  const whole = {
    info: { name: 'Thirty-five tests', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [{ key: 'user', value: 'ann' }],
    item: [
      {
        name: 'Orders',
        item: Array.from({ length: 5 }, (_, index) => ({
          name: `Order ${index}`,
          event: [script('test', ...tests()), ...(index === 0 ? [script('test', parityScript)] : [])],
          request: { method: 'GET', url: `${demo.api}/orders/${index}` },
        })),
      },
    ],
  }
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files…' }).click()
  await (await chooser).setFiles([file('tests.postman_collection.json', whole)])
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('1 suite, 1 case, 5 requests with 35 checks')
  await expect(preview).toContainText('All 5 requests are complete.')
  const left = preview.getByRole('list', { name: 'Left out' })
  await expect(left.getByRole('listitem')).toHaveText([/^Orders > Order 0.*Script after the response: kept as a Script step/])
  await expect(preview.getByRole('list', { name: 'Suites and requests' }).getByText('7 checks')).toHaveCount(5)
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('option')
  await expect(steps).toHaveCount(5)
  await expect(page.getByRole('textbox', { name: 'Step name' })).toHaveValue('Order 0')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByRole('status', { name: 'Run result' })).toContainText('Passed: ', { timeout: 30_000 })
  await expect(steps).toHaveCount(5)
})
