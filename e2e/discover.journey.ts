import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addEnvironment, addStep, editor, newProject } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const field = (page: Page, name: string) => editor(page).getByRole('textbox', { name, exact: true })
const discover = (page: Page) => editor(page).getByRole('button', { name: 'Discover' }).click()

/** A discovery document that any page may read, on a port of its own. */
async function serveDocument(document: (origin: string) => object) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(document(origin)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('[O2] Discover fills, warns, asks, and says what it could not have', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[O2] Discover fills what is empty, says so as it is after an undo, and asks before it overwrites', async () => {
    await newProject(page)
    await addEnvironment(page, 'Here', [{ name: 'idp', value: demo.provider }])
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await discover(page)
    await expect(editor(page)).toContainText('Enter a discovery endpoint first.')

    await editor(page).getByRole('radio', { name: 'Device Code' }).check()
    await field(page, 'Token Endpoint').fill('http://127.0.0.1/old/token')
    await field(page, 'Discovery Endpoint').fill('${idp}/.well-known/openid-configuration')
    await discover(page)
    const filled = editor(page).getByRole('status').filter({ hasText: 'Filled in: Device Authorization Endpoint.' })
    await expect(filled).toContainText('Choose from 4 scopes below.')
    await expect(field(page, 'Device Authorization Endpoint')).toHaveValue('${idp}/device/auth')

    await page.keyboard.press('Control+z')
    await expect(field(page, 'Device Authorization Endpoint')).toHaveValue('')
    await expect(filled).toHaveCount(0)
    await expect(editor(page)).toContainText('Still empty, so each run uses discovery: Device Authorization Endpoint.')
    await editor(page).getByRole('button', { name: 'Fill in from discovery' }).click()
    await expect(filled).toBeVisible()

    await expect(editor(page)).toContainText('Kept as entered. Discovery has other values:')
    await expect(editor(page)).toContainText('http://127.0.0.1/old/token → ${idp}/token')
    await expect(field(page, 'Token Endpoint')).toHaveValue('http://127.0.0.1/old/token')
    await editor(page).getByRole('button', { name: 'Use the discovered values' }).click()
    await expect(field(page, 'Token Endpoint')).toHaveValue('${idp}/token')
    await expect(editor(page)).not.toContainText('Left as typed')
    await expect(editor(page).getByRole('button', { name: 'Discover' })).toBeFocused()

    const scopes = editor(page).getByRole('group', { name: 'Offered scopes' })
    await scopes.getByRole('button', { name: 'openid' }).click()
    await expect(field(page, 'Scope')).toHaveValue('openid')
    await expect(scopes.getByRole('button', { name: 'openid' })).toHaveAttribute('aria-pressed', 'true')

    // What one environment's provider said does not stand for another's.
    await page.getByRole('combobox', { name: 'Environment' }).selectOption({ label: 'No environment' })
    await expect(scopes).toHaveCount(0)
  })

  await test.step('[O2] settings that the provider does not list are warned of, and other hosts are asked about', async () => {
    const other = 'http://localhost:9/token'
    const server = await serveDocument((origin) => ({
      issuer: origin,
      token_endpoint: other,
      authorization_endpoint: `${origin}/auth`,
      grant_types_supported: ['authorization_code'],
      response_types_supported: ['code'],
      scopes_supported: ['openid'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      code_challenge_methods_supported: ['plain'],
    }))
    await newProject(page)
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await field(page, 'Discovery Endpoint').fill(`${server.origin}/.well-known/openid-configuration`)
    await field(page, 'Scope').fill('openid orders:read')
    await discover(page)
    await expect(editor(page)).toContainText("The provider doesn't list Client Credentials as a supported grant")
    await editor(page).getByRole('radio', { name: 'Auth Code' }).check()
    await expect(editor(page)).not.toContainText('as a supported grant')
    await expect(editor(page)).toContainText("The provider doesn't list none. It lists private_key_jwt.")
    await expect(editor(page)).toContainText("The provider doesn't list S256. It lists plain.")
    await expect(editor(page)).toContainText("The provider doesn't list this scope: orders:read.")

    await expect(editor(page)).toContainText('The discovery document names other hosts, so nothing was filled in.')
    await expect(field(page, 'Token Endpoint')).toHaveValue('')
    await editor(page).getByRole('button', { name: 'Use these hosts' }).click()
    await expect(field(page, 'Token Endpoint')).toHaveValue(other)
    await expect(editor(page)).not.toContainText('other hosts than its own')
    server.close()
  })

  await test.step('[O2] a document that cannot be had is said beside its address', async () => {
    await newProject(page)
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await field(page, 'Discovery Endpoint').fill('http://127.0.0.1:10/.well-known/openid-configuration')
    await discover(page)
    await expect(editor(page)).toContainText("Discovery Endpoint: http://127.0.0.1:10 can't be reached.")
    await expect(editor(page)).toContainText('connect the companion')
    await field(page, 'Discovery Endpoint').fill('${nowhere}/.well-known/openid-configuration')
    await discover(page)
    await expect(editor(page)).toContainText('Discovery Endpoint: Unknown variable "nowhere".')
  })

  await test.step('[O2] what Discover says about an address goes with it, also when undo changes it', async () => {
    await newProject(page)
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await field(page, 'Discovery Endpoint').fill(`${demo.app}/nothing`)
    await discover(page)
    await expect(field(page, 'Discovery Endpoint')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Control+z')
    await expect(field(page, 'Discovery Endpoint')).toHaveValue('')
    await expect(field(page, 'Discovery Endpoint')).not.toHaveAttribute('aria-invalid', 'true')
  })
})
