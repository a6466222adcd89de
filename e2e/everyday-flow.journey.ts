import { addEnvironment, addStep, chooseMore, editor, inTree, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ resultsTree: false })

const steps = 'Steps of Create then delete'

test('[P1, T7] first start: a request, its response beside it after Run, and nothing that has nothing to say', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  const bar = page.getByRole('banner')
  const run = page.getByRole('region', { name: 'Run' })
  await expect(editor(page).getByRole('textbox', { name: 'Step name' })).toHaveValue('Create order')
  await page.mouse.move(5, 5)
  await expect(page.getByRole('status', { name: 'Companion' })).toHaveText('not connected')

  await test.step('[P8] what few steps need is in the menu More', async () => {
    for (const name of ['Add description', 'Add condition', 'Secrets and passphrase', /^Companion/])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('switch', { name: 'Enabled' })).toHaveCount(0)
    await expect(bar.getByText('no file yet')).not.toBeInViewport({ ratio: 0.5 })
    await page
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^1 Get token/ })
      .click()
    const [title, action] = await Promise.all([
      editor(page).getByRole('textbox', { name: 'Step name' }).boundingBox(),
      editor(page).getByRole('button', { name: 'Get token now' }).boundingBox(),
    ])
    expect(Math.abs((title?.y ?? 0) - (action?.y ?? 99)), 'the header of a step is one line').toBeLessThan(12)
    await chooseMore(page, 'Disable step')
    await editor(page).getByRole('switch', { name: 'Enabled' }).click()
    await expect(editor(page).getByRole('switch', { name: 'Enabled' })).toHaveCount(0)
    await page
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^2 Create order/ })
      .click()
  })

  await test.step('[T7] one run of one case has no second list of its steps, unless it is wanted', async () => {
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    await expect(run.getByRole('tabpanel', { name: 'Response' })).toContainText('"state"')
    await expect(run).not.toContainText('seed')
    const tree = page.getByRole('tree', { name: 'Results' })
    await expect(tree).toHaveCount(0)
    await run.getByRole('button', { name: 'Results', exact: true }).click()
    await expect(tree.getByRole('treeitem', { name: /^Delete order/ })).toBeVisible()
    await run.getByRole('button', { name: 'Results', exact: true }).click()
    await expect(tree).toHaveCount(0)
    await inTree(page, 'Orders$').click()
    await expect(tree).toBeVisible()
    await expect(page.getByRole('button', { name: /^Create then delete.*2 requests/ })).toBeVisible()
    await inTree(page, 'Create then delete').click()
    await expect(tree).toHaveCount(0)
  })

  await test.step('[O18] Exchange shows the step, or the whole case as one conversation', async () => {
    await page
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^2 Create order/ })
      .click()
    await run.getByRole('tab', { name: 'Exchange' }).click()
    const exchange = run.getByRole('tabpanel', { name: 'Exchange' })
    await expect(exchange.getByRole('button', { name: /POST .*orders/ })).toBeVisible()
    await expect(exchange.getByRole('button', { name: /DELETE/ })).toHaveCount(0)
    await exchange.getByRole('radio', { name: 'All' }).check({ force: true })
    await expect(exchange.getByRole('button', { name: /client_credentials/ })).toBeVisible()
    await expect(exchange.getByRole('button', { name: /DELETE/ })).toBeVisible()
    await exchange.getByRole('radio', { name: 'Step' }).check({ force: true })
    await expect(exchange.getByRole('button', { name: /DELETE/ })).toHaveCount(0)
  })

  await test.step('[O14] a cached token says how long it lasts, and shows the exchange that obtained it', async () => {
    await page
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^1 Get token/ })
      .click()
    await runButton(page).click()
    const exchange = run.getByRole('tabpanel', { name: 'Exchange' })
    await expect(exchange).toContainText('The step used a cached token.')
    await expect(exchange).toContainText(/valid for .*min/)
    await exchange.getByRole('button', { name: 'Show the exchange that obtained it' }).click()
    await expect(exchange.getByRole('button', { name: /client_credentials/ })).toBeVisible()
    await expect(exchange).toContainText('The token was obtained in the run of')
  })

  await test.step('[T7] the panel remembers its tab, and is one line below a load test', async () => {
    await run.getByRole('tab', { name: 'Log' }).click()
    await page.reload()
    await expect(run.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true')
    await inTree(page, 'Orders API').click()
    await page.getByRole('tab', { name: /^Load tests/ }).click()
    await expect.poll(async () => (await run.boundingBox())?.height).toBeLessThan(50)
    await expect(verdict(page)).toContainText('Passed')
    await run.getByRole('button', { name: 'Show run' }).click()
    await expect.poll(async () => (await run.boundingBox())?.height).toBeGreaterThan(90)
  })
})

test('[T9] a failed check opens itself in the step list, and its difference is in the panel', async ({ page, demo }) => {
  await page.goto(demo.app)
  await editor(page)
    .getByRole('tab', { name: /^Checks/ })
    .click()
  await editor(page).getByRole('group', { name: 'Check 3' }).getByRole('textbox', { name: 'Expected' }).fill('pending')
  await runButton(page).click()
  await expect(verdict(page)).toContainText(/^Failed/)
  await expect(page.getByRole('listbox', { name: steps }).getByRole('option', { name: /^3 Created failed/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Run' })).toContainText('equals string "pending"')
  await expect(page.getByRole('region', { name: 'Run' })).toContainText(/seed \d+/)
})

test('[P8, T1] a whole case is built by keyboard alone, from the palette', async ({ page, demo }) => {
  await page.goto(demo.app)
  await newProject(page)
  await addEnvironment(page, 'Local', [{ name: 'baseUrl', value: demo.api }])
  const command = async (text: string, name: string) => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.type(text)
    await expect(dialog.getByRole('option', { selected: true })).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await command('add case', 'Add case')
  await expect(page.getByRole('tree', { name: 'Project tree' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Without a token')
  await page.keyboard.press('Enter')
  await command('add step: send', 'Add step: Send Request')
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toBeFocused()
  await page.keyboard.type('/orders')
  await page.keyboard.press('Enter')
  await expect(verdict(page)).toContainText(/^Passed: 1 passed/)

  await test.step('[T9] an unchecked 404 has no green tick', async () => {
    await expect(inTree(page, 'Without a token').locator('[data-words]')).toHaveAttribute('data-words', '401, unchecked')
    const row = page.getByRole('region', { name: 'Steps' }).getByRole('option')
    await expect(row.locator('.outcome-unchecked').first()).toBeVisible()
    await expect(row.locator('.outcome-passed')).toHaveCount(0)
    await expect(row).toContainText('401, unchecked')
    // Of the suite.
    await expect(page.locator('.project-tree-words.outcome-unchecked')).toHaveCount(1)
  })

  await command('add check', 'Add check')
  await expect(editor(page).getByRole('group', { name: 'Check 1' }).getByRole('combobox', { name: 'Source' })).toBeFocused()
  for (let field = 0; field < 6; field += 1) {
    if (
      await editor(page)
        .getByRole('textbox', { name: 'Expected' })
        .evaluate((one) => one === document.activeElement)
    )
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.type('401')
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed: 2 passed/)
  await expect(inTree(page, 'Without a token').locator('[data-words]')).toHaveCount(0)
  await expect(page.locator('.project-tree-words.outcome-unchecked')).toHaveCount(0)

  await test.step('[P8] runs by name, environments and tabs are commands too', async () => {
    await command('run without', 'Run Without a token')
    await expect(verdict(page)).toContainText(/^Passed: 2 passed/)
    await command('use environment', 'Use environment Local')
    await command('go to load', 'Go to Load tests')
    await expect(page.getByRole('tab', { name: /^Load tests/ })).toHaveAttribute('aria-selected', 'true')
  })
})

test('[O1, R28] grants and secrets follow the standards, and being offline is reported first', async ({
  page,
  demo,
  context,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await addStep(page, 'OAuth2 Authentication', 'Get token')
  const grants = editor(page).getByRole('radiogroup', { name: 'Grant Type' })
  await expect(grants).toHaveText(/^Client CredentialsAuth CodeDevice CodeImplicitlegacyROPClegacyJWT Bearer/)
  await expect(grants.getByRole('radio', { name: 'ROPC', exact: true })).toBeAttached()
  await expect(editor(page).getByRole('combobox', { name: 'Send secret in' })).toHaveValue('basic')

  await addStep(page, 'Send Request', 'Elsewhere')
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('https://api.example.test/orders')
  // What tells one failure from another is loaded with the first one.
  await editor(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'What went wrong' })).toBeVisible()
  await context.setOffline(true)
  await editor(page).getByRole('button', { name: 'Send' }).click()
  await expect(verdict(page)).toContainText(/^Error/)
  const card = page.getByRole('region', { name: 'What went wrong' })
  await expect(card.locator('strong').first()).toContainText("You're offline.")
  await expect(card.locator('strong').first()).toBeInViewport()
  await context.setOffline(false)
})

test('[P8] a notice with a fix stays until it is used', async ({ page, demo }) => {
  await page.goto(demo.app)
  await page
    .getByRole('listbox', { name: steps })
    .getByRole('option', { name: /^5 Delete order/ })
    .click()
  await page.clock.install()
  await page.keyboard.press('Control+Alt+Enter')
  const fix = page.getByRole('status').getByRole('button', { name: 'Run up to here' })
  await expect(fix).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(fix).toBeVisible()
  await fix.click()
  await expect(fix).toHaveCount(0)
})

/** Milliseconds that a key takes: 120 shows how long a person needs. */
const perKey = Number(process.env['MS_PER_KEY'] ?? 0)

test('[P8, T1] a request, its check, a variable and a request that uses it are built and run by keyboard alone', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  const type = (text: string) => page.keyboard.type(text, { delay: perKey })
  const press = async (key: string) => {
    await page.keyboard.press(key)
    if (perKey > 0) await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), perKey)
  }
  const command = async (text: string, name: string) => {
    await press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Command palette' })
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await type(text)
    await expect(dialog.getByRole('option', { selected: true })).toContainText(name)
    await press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  const url = editor(page).getByRole('textbox', { name: 'URL' })
  const begun = Date.now()

  await command('send req', 'Add step: Send Request')
  await expect(url).toBeFocused()
  await type(`${demo.app}/demo.json`)
  await press('Enter')
  await expect(verdict(page)).toContainText(/^Passed: 1 passed/)
  await command('add check', 'Add check')
  await expect(editor(page).getByRole('combobox', { name: 'Source' })).toBeFocused()
  await command('add var', 'Add variable')
  const transfer = editor(page).getByRole('group', { name: 'Transfer 1' })
  await expect(transfer.getByRole('combobox', { name: 'Source' })).toBeFocused()
  await press('Tab')
  await press('Control+a')
  await type('$.provider')
  const to = transfer.getByRole('textbox', { name: 'To' })
  for (let fields = 0; fields < 4 && !(await to.evaluate((one) => one === document.activeElement)); fields += 1)
    await press('Tab')
  await type('provider')
  await command('send req', 'Add step: Send Request')
  await expect(url).toBeFocused()
  await type('${provider}/.well-known/openid-configuration')
  await press('Enter')
  await expect(verdict(page)).toContainText(/^Passed/)
  await press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Passed: 4 passed/)
  test.info().annotations.push({ type: 'seconds', description: String((Date.now() - begun) / 1000) })
})
