import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createAuthority } from './faults/authority.ts'
import { findings } from './axe.ts'
import { openFile, startCompanion } from './companion-server.ts'
import { runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'

test('[13] a client certificate is entered, checked, and shown to its host by the companion', async ({ page }) => {
  const authority = await createAuthority('Test authority')
  const { certificate, key } = await authority.issue({ name: 'server', hosts: ['127.0.0.1'] })
  const client = await authority.issue({ name: 'orders-client' })
  const stranger = await authority.issue({ name: 'stranger' })
  const api = createServer({ cert: certificate, key, ca: authority.certificate, requestCert: true }, (request, response) => {
    response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN)
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const address = `https://127.0.0.1:${(api.address() as AddressInfo).port}`
  const companion = await startCompanion()
  const project = {
    ...makeProject([makeCase('c1', [requestStep('Read', 'GET', '${api}/orders')])], { api: address }),
    environments: [{ id: 'e1', name: 'Stage', description: '', insecureHosts: ['127.0.0.1'], variables: [] }],
  }
  try {
    await openFile(page, companion.origin, JSON.stringify(project))
    await runButton(page).waitFor()
    await page.mouse.move(5, 5)
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Environments' })
    await dialog.getByRole('button', { name: 'Add client certificate' }).click()
    const entry = dialog.getByRole('group', { name: 'Client certificate 1' })
    await expect(entry.getByRole('textbox', { name: 'Host' })).toBeFocused()
    await page.keyboard.type('127.0.0.1')
    await entry.getByRole('textbox', { name: 'Certificate', exact: true }).fill(client.certificate)
    await entry.getByRole('textbox', { name: 'Key', exact: true }).fill(stranger.key)
    await expect(entry.getByRole('alert')).toContainText("The certificate doesn't match the key: their public keys differ.")
    await entry.getByRole('button', { name: 'Remove key' }).click()
    await entry.getByRole('textbox', { name: 'Key', exact: true }).fill(client.key)
    await expect(entry.getByRole('status')).toContainText('CN=orders-client, with an EC key on the curve P-256')
    expect(await findings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await expect(
      page.getByText(/1 step needs the companion: “Read” \(a browser can’t send 127\.0\.0\.1:\d+ a client certificate/),
    ).toBeVisible()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('1 error')
    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 1 passed')
    await companion.shows(/GET 127\.0\.0\.1:\d+ {2}200 {2}13 B/)
  } finally {
    companion.process.kill()
    api.close()
    api.closeAllConnections()
  }
})
