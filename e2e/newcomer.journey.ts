import { addStep, chooseMore, editor, inTree, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ codeEditor: true })

test('[P1, T2, T6, P4] a project is set up beside its first case; a pasted command is tied to it; help, a look at the environment, a diagram that stays', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await page.getByRole('option', { name: /^1 Get token/ }).click()
  // The diagram stays beside a message that is open, and has no unused lane.
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 6 passed')
  const exchange = page.getByRole('tabpanel', { name: 'Exchange' })
  await exchange
    .getByRole('button', { name: /client_credentials/ })
    .first()
    .click()
  await expect(exchange.getByRole('region', { name: 'Request' })).toBeVisible()
  await expect(exchange.locator('.sequence-lanes')).toBeVisible()
  await expect(exchange.locator('.sequence-lanes')).toHaveText('AssayProvider')
  const field = editor(page).locator('.field', { hasText: 'Client ID' }).first()
  await field.hover()
  await field.getByRole('button', { name: 'What is this?' }).click()
  await expect(page.getByRole('note')).toContainText("It isn't a secret")
  await expect(page.getByRole('note').getByRole('link', { name: 'RFC 6749 section 2.2' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const importing = page.getByRole('dialog', { name: 'Import' })
  await expect(importing).toBeVisible()
  await expect(importing.getByRole('button', { name: 'Close' })).not.toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Help…' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Importing' }).click()
  await expect(help.getByRole('article')).toContainText('Postman')
  const notices = await help.getByRole('link', { name: 'Third-party notices' }).getAttribute('href')
  const listed = await (await page.request.get(new URL(notices ?? '', page.url()).href)).text()
  for (const name of [
    'solid-js',
    'monaco-editor',
    'workbox-core',
    'undici',
    '@fontsource-variable/inter',
    '@sqlite.org/sqlite-wasm',
  ])
    expect(listed).toMatch(new RegExp(`^${name} [0-9].*\\(`, 'm'))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'New project' }).click()
  const setUp = page.getByRole('form', { name: 'Set up the project' })
  await setUp.getByRole('textbox', { name: 'Project' }).fill('Shop')
  await setUp.getByRole('textbox', { name: 'First environment' }).fill('Test')
  await setUp.getByRole('textbox', { name: 'Base URL' }).fill(`${demo.api}/`)
  await page.keyboard.press('Enter')
  await expect(inTree(page, 'Shop')).toBeVisible()
  await expect(setUp).toHaveCount(0)
  // What was in focus is gone; what comes next has it.
  await expect(page.getByRole('button', { name: 'Token, request, check' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Environment' }).hover()
  await expect(page.getByRole('tooltip')).toContainText(demo.api)

  await addStep(page, 'Send Request', 'Orders')
  const url = editor(page).getByRole('textbox', { name: 'URL' })
  // What the field makes of a path when it is left takes nothing from the press that leaves it.
  await url.pressSequentially('/orders')
  const body = editor(page).getByRole('tab', { name: 'Body' })
  await body.hover()
  await page.mouse.down()
  await expect(url).toHaveValue('${baseUrl}/orders')
  await page.mouse.up()
  await expect(body).toHaveAttribute('aria-selected', 'true')
  await url.fill('')
  await url.focus()
  // A path is one of the API, also for a run that begins in the field.
  await page.keyboard.type('/orders')
  await page.keyboard.press('Control+Enter')
  await expect(url).toHaveValue('${baseUrl}/orders')
  await page.evaluate(
    (command) => navigator.clipboard.writeText(command),
    `curl ${demo.api}/orders -H 'X-Api-Key: s3cret-value' -H 'Accept: application/json'`,
  )
  await page.keyboard.press('Control+v')
  await editor(page).getByRole('button', { name: 'Use ${baseUrl}' }).click()
  await expect(url).toHaveValue('${baseUrl}/orders')
  await editor(page).getByRole('button', { name: 'Make secret: X-Api-Key' }).click()
  await editor(page).getByRole('tab', { name: 'Headers' }).click()
  await expect(editor(page).getByRole('textbox', { name: 'Header 1 value' })).toHaveValue('${api_key}')
  // Auth is a view of the same header.
  await editor(page).getByRole('tab', { name: 'Auth' }).click()
  await expect(editor(page).getByRole('radio', { name: 'API key' })).toBeChecked()
  await expect(editor(page).getByRole('textbox', { name: 'Key' })).toHaveValue('${api_key}')
  await editor(page).getByRole('radio', { name: 'Basic' }).check({ force: true })
  await editor(page).getByRole('textbox', { name: 'Username' }).fill('ann')
  await editor(page).getByRole('textbox', { name: 'Password' }).fill('s3cret-word')
  await editor(page).getByRole('button', { name: 'Keep as secret' }).click()
  await editor(page).getByRole('tab', { name: 'Headers' }).click()
  await expect(editor(page).getByRole('textbox', { name: 'Header 2 value' })).toHaveValue('Basic ann:${password}')
  await editor(page).getByRole('tab', { name: 'Auth' }).click()
  await editor(page).getByRole('radio', { name: 'Bearer token' }).check({ force: true })
  await editor(page).getByRole('button', { name: 'Get with OAuth 2.0' }).click()
  await expect(page.getByRole('option', { name: /^1 Get token/, selected: true })).toBeVisible()
  await page.getByRole('option', { name: /^2 Orders/ }).click()
  await editor(page).getByRole('tab', { name: 'Auth' }).click()
  await expect(editor(page).getByRole('textbox', { name: 'Token' })).toHaveValue('${access_token}')
  await chooseMore(page, 'Copy cURL with values')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${demo.api}/orders`)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Bearer ${access_token}')
  expect(copied).not.toContain('s3cret-value')

  await test.step('[decision 24] a project sends a header and its authorization once; a request inherits, overrides and leaves them out', async () => {
    await inTree(page, 'Shop').click()
    const section = page.getByRole('group', { name: 'Auth and headers' })
    await section.getByRole('button', { name: 'Auth and headers' }).click()
    await section.getByRole('radio', { name: 'Bearer token' }).check({ force: true })
    await section.getByRole('textbox', { name: 'Token' }).fill('${access_token}')
    await section.getByRole('textbox', { name: 'Header 2 name' }).fill('X-Tenant')
    await section.getByRole('textbox', { name: 'Header 2 value' }).fill('7')
    await inTree(page, 'Case 1').click()
    await page.getByRole('option', { name: /^2 Orders/ }).click()
    await editor(page).getByRole('tab', { name: 'Auth' }).click()
    await editor(page).getByRole('radio', { name: 'Inherit' }).check({ force: true })
    await expect(editor(page).getByRole('tabpanel', { name: 'Auth' })).toContainText('Bearer ${access_token}')
    await editor(page).getByRole('tab', { name: 'Headers' }).click()
    const inherited = editor(page).getByRole('list', { name: 'Inherited headers' })
    await inherited.getByRole('button', { name: 'Leave out X-Tenant' }).click()
    await expect(inherited).toContainText('left out')
    await inherited.getByRole('button', { name: 'Inherit X-Tenant' }).click()
    await chooseMore(page, 'Copy as cURL')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("-H 'X-Tenant: 7'")
    await inherited.getByRole('button', { name: 'project Shop' }).first().click()
    await expect(section.getByRole('textbox', { name: 'Header 2 name' })).toHaveValue('X-Tenant')
  })
})
