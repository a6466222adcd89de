import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { editor, inTree, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[O18, H14] a refused secret and a token without its scope are explained and mended, in the page and the log', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[O18] a refused secret and a token without its scope are explained', async () => {
    await test.step('[O18] a refused secret is explained, mended by a button, and the edit can be taken back', async () => {
      await page.getByRole('option', { name: /^1 Get token/ }).click()
      const id = editor(page).getByRole('textbox', { name: 'Client ID' })
      const before = await id.inputValue()
      await id.fill('nobody')
      const transport = editor(page).getByRole('combobox', { name: 'Send secret in' })
      await transport.selectOption('basic')
      await editor(page).getByRole('button', { name: 'Get token now' }).click()
      await expect(verdict(page)).toContainText(/^Error/, { timeout: 30_000 })

      const card = page.getByRole('region', { name: 'What went wrong' })
      await expect(card).toContainText("The provider rejected the client's secret")
      await expect(card).toContainText('The provider said: invalid_client')
      await expect(card.getByRole('button', { name: 'Unencoded Basic' })).toBeVisible()
      // It doesn't hide messages: it is next to the one that it explains.
      const refusal = page.getByRole('list', { name: 'Messages' }).getByRole('button', { name: /401 invalid_client/ })
      await expect(refusal).toBeInViewport({ ratio: 1 })
      const [explained, explanation] = [await refusal.boundingBox(), await card.boundingBox()]
      expect((explained?.x ?? 0) + (explained?.width ?? 0)).toBeLessThanOrEqual(explanation?.x ?? 0)
      // What is changed after the failure does not explain it.
      const method = editor(page).getByRole('combobox', { name: 'Client Auth Method' })
      await method.selectOption('ClientAssertion')
      await expect(editor(page).getByRole('group', { name: 'Private Key JWT' })).toBeVisible()
      await expect(card).toContainText("The provider rejected the client's secret")
      await method.selectOption('SharedSecret')
      await card.getByRole('button', { name: 'Send it in the body' }).click()
      await expect(transport).toHaveValue('body')
      await expect(card.getByRole('status')).toHaveText('Changed: Send it in the body.')

      await page.keyboard.press('Control+z')
      await expect(transport).toHaveValue('basic')
      await page.keyboard.press('Control+Shift+z')
      await expect(transport).toHaveValue('body')

      await id.fill(before)
      await card.getByRole('button', { name: 'Run step again' }).click()
      await expect(verdict(page)).toContainText(/^Passed/, { timeout: 30_000 })
      await expect(card).toHaveCount(0)

      await page.getByRole('button', { name: 'Export messages' }).click()
      await page.getByRole('menuitem', { name: 'Compare with previous run' }).click()
      const compared = page.getByRole('region', { name: 'Compared with previous run' })
      await expect(compared.getByRole('row', { name: /^status 401 200/ })).toBeVisible()
      await expect(compared.getByRole('group', { name: 'Compared with previous run' })).toBeFocused()
      await expect(compared.getByRole('row', { name: /^answer error invalid_client/ })).toBeVisible()
      await compared.getByRole('button', { name: 'Close comparison' }).click()
      await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Export messages' })).toBeFocused()
    })

    await test.step('[O18] an API that refuses the token is explained where its assertion failed', async () => {
      await page.getByRole('option', { name: /^1 Get token/ }).click()
      await editor(page).getByRole('textbox', { name: 'Scope' }).fill('orders:read')
      await inTree(page, 'Create then delete').click()
      await page.keyboard.press('Control+Enter')
      await expect(verdict(page)).toContainText(/^Failed/, { timeout: 30_000 })
      await page
        .getByRole('tree', { name: 'Results' })
        .getByRole('treeitem', { name: /^Created/ })
        .click()
      const card = page.getByRole('region', { name: 'What went wrong' })
      await expect(card).toContainText('The token lacks a scope that the API requires')
      await expect(card).toContainText('The API said: insufficient_scope')
      await expect(card).toContainText('Add orders:write to the Scope of the OAuth2 step')
    })
  })

  await inTree(page, 'Create then delete').click()
  await test.step('[H14] page and log explain a refusal in the same words, and the suspect is one press away', async () => {
    await page.getByRole('option', { name: /^1 Get token/ }).click()
    await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('nobody')
    await editor(page).getByRole('button', { name: 'Get token now' }).click()
    await expect(verdict(page)).toContainText(/^Error/, { timeout: 30_000 })
    const card = page.getByRole('region', { name: 'What went wrong' })
    const means = /Check the Client Secret first: .+ set "Send secret in" to .+\./
    await expect(card).toContainText(means)
    const [title = '', told = ''] = await card.locator('.diagnosis-title, p:not([class])').allInnerTexts()
    expect(told).toMatch(means)
    const secretTransport = await editor(page).getByRole('combobox', { name: 'Send secret in' }).inputValue()
    await card.getByRole('button', { name: 'Edit secret' }).click()
    await expect(editor(page).getByLabel('Client Secret')).toBeFocused()
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Log' })).toContainText(`${title}. ${told}`)
    await test.step('[X12] the command line, JUnit and HTML use the same words', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'assay-words-'))
      const path = (name: string): string => join(folder, name)
      const step = {
        id: 't1',
        kind: 'oauth2',
        name: 'Get token',
        grantType: 'ClientCredentials',
        discoveryEndpoint: demo.provider,
        clientId: 'nobody',
        clientSecret: '${secret}',
        secretTransport,
      }
      const cases = [{ id: 'c1', name: 'Case', steps: [step] }]
      const suites = [{ id: 's1', name: 'Suite', cases }]
      await writeFile(path('p.aprj'), JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'Words', suites }))
      const reporters = ['list', 'junit', 'html'].flatMap((kind) => ['--reporter', `${kind}=${path(`report.${kind}`)}`])
      const run = spawn(process.execPath, ['bin/assay.js', 'run', path('p.aprj'), '--var=secret=not-the-one', ...reporters], {
        stdio: 'ignore',
      })
      await once(run, 'exit')
      for (const kind of ['list', 'junit']) {
        const text = (await readFile(path(`report.${kind}`), 'utf8')).replaceAll('&quot;', '"').replaceAll('&apos;', "'")
        expect(text).toContain(`${title}. ${told}`)
      }
      const report = await page.context().newPage()
      await report.goto(pathToFileURL(path('report.html')).href)
      await expect(report.locator('body')).toContainText(`${title}. ${told}`)
      await report.close()
      await rm(folder, { recursive: true })
    })
  })
})

test('[O17] [O18] claims are checked beside the token; the record is exported without secrets', async ({ page, demo }) => {
  await page.goto(demo.app)
  await page.getByRole('option', { name: /^1 Get token/ }).click()
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  await expect(verdict(page)).toContainText(/^Passed/, { timeout: 30_000 })
  const messages = page.getByRole('list', { name: 'Messages' })
  await messages.getByRole('button').last().click()
  const answer = page.getByRole('region', { name: 'Response' })
  await expect(answer).toContainText('expiry time')
  await expect(answer).toContainText(/Signature: +not checked/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export messages' }).click()
  await page.getByRole('menuitem', { name: 'HAR' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Get-token.har')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text).log.entries).toHaveLength(2)
  expect(text).toContain('‹')
  expect(text).not.toMatch(/eyJ[\w-]{10,}\.[\w-]{10,}/)
})

test('[H14] a redirect URI that is never reached is suspected after 15 s', async ({ page, demo }) => {
  await page.clock.install()
  await page.goto(demo.app)
  await page.getByRole('option', { name: /^1 Get token/ }).click()
  await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('nobody')
  await editor(page).getByRole('radio', { name: 'Auth Code' }).check({ force: true })
  const opened = page.waitForEvent('popup')
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  await opened
  const card = page.getByRole('alertdialog', { name: 'Action Required' })
  await expect(card).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(card).not.toContainText('register the redirect URI')
  await page.clock.fastForward(6_000)
  await expect(card.getByRole('status')).toContainText(/register the redirect URI http\S+ for this client exactly as shown/)
  await card.getByRole('button', { name: 'Cancel' }).click()
})
