import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addStep, editor, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const field = (page: Page, name: string) => editor(page).getByRole('textbox', { name, exact: true })
const group = (page: Page, name: string) => editor(page).getByRole('group', { name, exact: true })

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

/** A provider that pages may read: discovery, registration and deletion of one client, and a token for whatever is exchanged. */
async function startProvider() {
  const forms: URLSearchParams[] = []
  const seen: string[] = []
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': '*',
    }
    const json = (status: number, body: object) => {
      response.writeHead(status, { ...cors, 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    void bodyOf(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
      switch (request.url) {
        case '/reg':
          return json(201, {
            client_id: 'made-1',
            client_secret: 'made-secret-0123456789',
            client_secret_expires_at: 0,
            registration_client_uri: `${origin}/reg/made-1`,
            registration_access_token: 'made-token-0123456789',
          })
        case '/reg/made-1':
          return void response.writeHead(204, cors).end()
        case '/token':
          forms.push(new URLSearchParams(body))
          return json(200, {
            access_token: 'exchanged-token-0123456789',
            issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
            token_type: 'Bearer',
            expires_in: 60,
          })
        default:
          return json(200, { issuer: origin, token_endpoint: `${origin}/token`, registration_endpoint: `${origin}/reg` })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    seen,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('[O1] further grants have their own fields, and a client is registered and deleted', async ({ page, demo }) => {
  const provider = await startProvider()
  try {
    await page.goto(demo.app)
    await newProject(page)
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await field(page, 'Discovery Endpoint').fill(`${provider.origin}/.well-known/openid-configuration`)

    await test.step('[O2] a client is registered beside Discover', async () => {
      const register = editor(page).getByRole('button', { name: 'Register client…' })
      await expect(register).toHaveCount(0)
      await editor(page).getByRole('button', { name: 'Discover', exact: true }).click()
      await register.click()
      await editor(page).getByLabel('Initial access token').fill('an-initial-token-0123456789')
      await editor(page).getByRole('button', { name: 'Register client', exact: true }).click()
      await expect(editor(page)).toContainText('Registered the client made-1.')
      await expect(field(page, 'Client ID')).toHaveValue('made-1')
      await expect(editor(page)).toContainText('‹client_secret›')
      await expect(editor(page)).not.toContainText('made-secret-0123456789')
      expect(provider.seen).toContain('POST /reg Bearer an-initial-token-0123456789')
    })

    await test.step('[O1] each grant shows its fields only', async () => {
      const fields = {
        'JWT Bearer': ['JWT assertion', 'Issuer (iss)'],
        CIBA: ['Backchannel authentication', 'Login hint'],
        'Token Exchange': ['Token exchange', 'Target audience'],
      } as const
      for (const [grant, [title, label]] of Object.entries(fields)) {
        await editor(page).getByRole('radio', { name: grant }).check()
        await expect(group(page, title)).toBeVisible()
        await expect(field(page, label)).toBeVisible()
        for (const [other] of Object.values(fields)) if (other !== title) await expect(group(page, other)).toHaveCount(0)
        await expect(group(page, 'Private Key JWT')).toHaveCount(grant === 'JWT Bearer' ? 1 : 0)
      }
    })

    await test.step('[O1] an exchange gets its token', async () => {
      await editor(page).getByLabel('Subject token', { exact: true }).fill('${uuid}')
      await field(page, 'Target audience').fill('stock')
      await editor(page).getByRole('button', { name: 'Get token now' }).click()
      await expect(verdict(page)).toContainText('Passed')
      const form = provider.forms.at(-1)
      expect(form?.get('subject_token')).toMatch(/^[0-9a-f-]{36}$/)
      expect(form?.get('audience')).toBe('stock')
      expect(provider.seen.at(-1)).toMatch(/^POST \/token Basic /)
    })

    await test.step('[O2] and the client is deleted', async () => {
      await editor(page).getByRole('button', { name: 'Delete client at the provider' }).click()
      await expect(editor(page)).toContainText('Deleted the client made-1 at the provider.')
      await expect(field(page, 'Client ID')).toHaveValue('')
      expect(provider.seen).toContain('DELETE /reg/made-1 Bearer made-token-0123456789')
    })
  } finally {
    provider.close()
  }
})
