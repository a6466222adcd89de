import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addEnvironment, addOrderRequest, addStep, editor, logIn, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test, type Demo } from './fixtures.ts'

const environment = (demo: Demo) => [
  { name: 'idp', value: demo.provider },
  { name: 'baseUrl', value: demo.api },
  { name: 'clientSecret', value: 'public-demo-secret-of-orders-tests', secret: true },
]

test('[O1, O7, P3, T1, T7] from nothing to green', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[T1] Add step says what each kind is for, and adds the usual three, linked, as one edit', async () => {
    await newProject(page)
    const steps = page.getByRole('region', { name: 'Steps' })
    await steps.getByRole('button', { name: 'Send Request' }).click()
    await expect(steps.getByRole('option', { selected: true })).toContainText('Send request')
    // What is missing is shown once the field was left.
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toBeFocused()
    await expect(editor(page)).not.toContainText('Enter a URL')
    await editor(page).getByRole('tab', { name: 'Body' }).click()
    await expect(editor(page)).toContainText('Enter a URL')
    await page.keyboard.press('Control+z')
    await steps.getByRole('button', { name: 'Add step' }).click()
    const kind = page.getByRole('menuitem', { name: 'Send Request', exact: true })
    await expect(kind).toHaveAccessibleDescription('Send an HTTP request')
    await page.getByRole('menuitem', { name: 'Token, request, check' }).click()
    await expect(steps.getByRole('option')).toHaveCount(2)
    await expect(steps.getByRole('option', { selected: true })).toContainText('Get token')
    await steps.getByRole('option', { name: /^2 / }).click()
    await editor(page).getByRole('tab', { name: 'Headers' }).click()
    await expect(editor(page).getByRole('textbox', { name: 'Header 1 value' })).toHaveValue('Bearer ${access_token}')
    await editor(page).getByRole('tab', { name: 'Checks' }).click()
    await expect(editor(page).getByRole('group', { name: 'Check 1' }).getByRole('textbox', { name: 'Expected' })).toHaveValue(
      '200',
    )
    await page.keyboard.press('Control+z')
    await expect(page.getByText('No steps yet')).toBeVisible()
  })

  await test.step('[P2] http: to a host that is not this machine is rejected, and allowed where that is said, as one edit', async () => {
    await addStep(page, 'Send Request', 'List orders')
    const server = createServer((_, response) => response.setHeader('Access-Control-Allow-Origin', '*').end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // By this address it counts as another machine.
    const host = `[::ffff:7f00:1]:${(server.address() as AddressInfo).port}`
    await editor(page).getByRole('textbox', { name: 'URL' }).fill(`http://${host}/orders`)
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Error')
    await page.getByRole('button', { name: `Allow http: to ${host}` }).click()
    await expect(page.getByRole('button', { name: 'Run step again' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(verdict(page)).toContainText('Passed: 1 passed')
    server.close()
    await expect(page.getByRole('combobox', { name: 'Environment' })).toContainText('Local')
    await newProject(page)
  })

  await test.step('[O1, T7] from nothing to green: Client Credentials, its endpoints filled by Discover, the secret in the vault', async () => {
    await addEnvironment(page, 'Here', environment(demo))
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await editor(page).getByRole('radio', { name: 'Client Credentials' }).check()
    await editor(page).getByRole('textbox', { name: 'Discovery Endpoint' }).fill('${idp}/.well-known/openid-configuration')
    await editor(page).getByRole('button', { name: 'Discover' }).click()
    await expect(editor(page).getByRole('textbox', { name: 'Token Endpoint' })).toHaveValue(/\/token$/)
    await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('orders-tests')
    await editor(page).getByLabel('Client Secret').fill('${clientSecret}')
    await editor(page).getByRole('textbox', { name: 'Scope' }).fill('orders:read')
    await addOrderRequest(page)
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
  })

  await test.step('[O7] from nothing to green: ROPC', async () => {
    await newProject(page)
    await addEnvironment(page, 'Here', environment(demo))
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await editor(page).getByRole('radio', { name: 'ROPC' }).check()
    await editor(page).getByRole('textbox', { name: 'Token Endpoint' }).fill('${idp}/token')
    await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('orders-spa')
    await editor(page).getByRole('textbox', { name: 'Scope' }).fill('orders:read')
    const owner = editor(page).getByRole('group', { name: 'Resource Owner' })
    await owner.getByRole('textbox', { name: 'Username' }).fill('demo')
    await owner.getByLabel('Password').fill('demo')
    await owner.getByLabel('Password').press('Tab')
    await addOrderRequest(page)
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
  })

  await test.step('[O1, P3] from nothing to green: Auth Code with PKCE, signed in by hand', async () => {
    await newProject(page)
    await addEnvironment(page, 'Here', environment(demo))
    await addStep(page, 'OAuth2 Authentication', 'Sign in')
    await editor(page).getByRole('radio', { name: 'Auth Code' }).check()
    await editor(page).getByRole('textbox', { name: 'Discovery Endpoint' }).fill('${idp}/.well-known/openid-configuration')
    await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('orders-spa')
    await editor(page).getByRole('textbox', { name: 'Scope' }).fill('openid orders:read')
    await expect(editor(page).getByRole('switch', { name: 'Require PKCE' })).toBeChecked()
    await expect(editor(page).getByRole('textbox', { name: 'Redirect URI' })).toHaveValue(`${demo.app}/oauth/callback.html`)
    await addOrderRequest(page)

    const opened = page.waitForEvent('popup')
    await runButton(page).click()
    const window = await opened
    await expect(page.getByRole('alertdialog', { name: 'Action Required' })).toBeVisible()
    await logIn(window)
    await expect(verdict(page)).toContainText('Passed: 3 passed')
    await expect(page.getByRole('alertdialog', { name: 'Action Required' })).toBeHidden()

    // The token is reused: a second run needs no sign-in.
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 3 passed')
    await page
      .getByRole('tree', { name: 'Results' })
      .getByRole('treeitem', { name: /Sign in/ })
      .click()
    await expect(page.getByRole('tabpanel', { name: 'Exchange' })).toContainText(/reused/i)
  })
})
