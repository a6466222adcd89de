import { addStep, editor, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { keyFile } from './key-files.ts'

test('[O4] a key is checked as it is entered, and signs', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[O4] a key is checked as it is entered: what is wrong with the command that mends it, then what it is', async () => {
    await newProject(page)
    await addStep(page, 'OAuth2 Authentication', 'Get token')
    await editor(page).getByRole('combobox', { name: 'Client Auth Method' }).selectOption('ClientAssertion')
    const key = editor(page).getByRole('textbox', { name: 'Key', exact: true })
    await key.fill(keyFile('rsa.pbes2-aes256.pem'))
    await key.blur()
    const alert = editor(page).getByRole('alert')
    await expect(alert).toContainText('The key is encrypted, and its password is missing.')
    await expect(alert).toContainText('openssl pkey -in key.pem -out plain.pem')

    const password = editor(page).getByLabel('Key password', { exact: true })
    await password.fill('wrong')
    await password.blur()
    await expect(alert).toContainText("The password can't decrypt the key.")
    await password.fill('secret')
    await password.blur()
    await expect(editor(page).getByRole('status').filter({ hasText: 'An RSA key of 2048 bits' })).toBeVisible()
    await editor(page).getByRole('combobox', { name: 'Algorithm' }).selectOption('ES256')
    await expect(alert).toContainText('ES256 needs an EC key on the curve P-256, but this is an RSA key of 2048 bits.')

    await editor(page).getByRole('combobox', { name: 'Key form' }).selectOption('pfx')
    await editor(page)
      .locator('input[type=file]')
      .setInputFiles({
        name: 'key.pfx',
        mimeType: 'application/x-pkcs12',
        buffer: Buffer.from(keyFile('rsa.aes-chain.pfx.txt'), 'base64'),
      })
    await editor(page).getByRole('combobox', { name: 'Algorithm' }).selectOption('PS256')
    await expect(
      editor(page).getByRole('status').filter({ hasText: 'Certificate CN=client.example, O=Assay Tests, C=DE, valid until' }),
    ).toBeVisible()
  })

  await test.step('[O4] a JWT step signs with its key', async () => {
    await newProject(page)
    await addStep(page, 'JWT', 'Sign')
    const key = editor(page).getByRole('textbox', { name: 'Key', exact: true })
    await key.fill(keyFile('ed25519.pem'))
    await key.blur()
    await editor(page).getByRole('combobox', { name: 'Algorithm' }).selectOption('EdDSA')
    await expect(editor(page).getByRole('status').filter({ hasText: 'An Ed25519 key' })).toBeVisible()
    await runButton(page).click()
    await expect(verdict(page)).toContainText(/^Passed: \d+ passed/)
  })
})
