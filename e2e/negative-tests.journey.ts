import { editor, inTree, logIn, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[O18, P8] negative tests of a step are added from its menu and its editor, stand at the demo, and have the focus', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[O18] the menu of an OAuth2 step offers them too', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^2 Create order/ }).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Add negative tests…' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await steps.getByRole('option', { name: /^1 Get token/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add negative tests…' }).click()
    await expect(page.getByRole('dialog', { name: 'Add negative tests' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('[O18] negative tests of a step become cases of its suite that the demo stands, and one undo takes them back', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^1 Get token/ }).click()
    await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add negative tests' })
    await expect(dialog.getByRole('checkbox', { name: 'Replayed code' })).toBeDisabled()
    await expect(dialog).toContainText('Only Auth Code exchanges a code.')
    await expect(dialog.getByRole('checkbox', { name: 'Expired token' })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: 'Expired token' }).check()
    await expect(dialog.getByRole('spinbutton', { name: 'Token lifetime' })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Expired token' }).uncheck()
    await expect(dialog.getByRole('combobox', { name: 'Scope to leave out' })).toHaveValue('orders:write')
    await dialog.getByRole('button', { name: 'Add 6 cases' }).click()
    await expect(inTree(page, 'Rejects a token for another audience')).toBeFocused()

    const names = [
      'Rejects a token for another audience',
      'Rejects a token without the scope',
      'Rejects a tampered signature',
      'Rejects a token with alg none',
      'Rejects a wrong client secret',
      'Rejects a token in the query',
    ]
    for (const name of names) await expect(inTree(page, name)).toHaveCount(1)
    await inTree(page, 'Orders$').click()
    await page.keyboard.press('Control+Enter')
    await expect(verdict(page)).toContainText(/^Passed: \d+ passed/)
    // Those of the sample, and these.
    await expect(page.getByRole('tree', { name: 'Results' })).toContainText(`passed ${2 + names.length} cases`)
    await expect(runButton(page)).toBeEnabled()
    await page.keyboard.press('Control+z')
    for (const name of names) await expect(inTree(page, name)).toHaveCount(0)
  })

  await inTree(page, 'Create then delete').click()
  await test.step('[O18, P8] after negative tests are added the focus is at them, also where the tree is another page or folded away', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    await steps.getByRole('option', { name: /^1 Get token/ }).click()
    await page.keyboard.press('Control+\\')
    await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add 6 cases' })
    await add.press('Enter')
    const made = page.getByRole('listbox', { name: 'Steps of Rejects a token for another audience' })
    await expect(made.getByRole('option').first()).toBeFocused()

    await page.keyboard.press('Control+z')
    await page.setViewportSize({ width: 400, height: 760 })
    await page.getByRole('tab', { name: 'Projects' }).click()
    await inTree(page, 'Create then delete').click()
    await steps.getByRole('option', { name: /^1 Get token/ }).click()
    await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
    await add.press('Enter')
    await expect(inTree(page, 'Rejects a token for another audience')).toBeFocused()
  })
})

test('[O18] the negative tests of a sign-in, with tokens that live shortly: every kind stands at the demo', async ({
  page,
  demo,
}) => {
  const { startDemo } = await import('../src/companion/demo/index.ts')
  const brief = await startDemo({ port: 0, appOrigin: new URL(demo.app).origin, tokenLifetime: 3 })
  await page.goto(demo.app)
  await expect(inTree(page, 'Sign in and read orders')).toBeVisible()
  await page.keyboard.press('Control+e')
  const environments = page.getByRole('dialog', { name: 'Environments' })
  for (const [name, value] of [
    ['idp', brief.provider],
    ['baseUrl', brief.api],
  ] as const) {
    await environments.getByRole('group', { name, exact: true }).getByLabel('Value').fill(value)
  }
  await environments.getByRole('button', { name: 'Done' }).click()
  await inTree(page, 'Sign in and read orders').click()
  await page.getByRole('option', { name: /^1 Sign in/ }).click()
  const popup = page.waitForEvent('popup')
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  await logIn(await popup)
  await expect(verdict(page)).toContainText(/^Passed/, { timeout: 30_000 })

  await editor(page).getByRole('button', { name: 'Add negative tests…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add negative tests' })
  await expect(dialog.getByRole('checkbox', { name: 'Wrong client secret' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Expired token' }).check()
  // What the token said when it was got a moment ago.
  await expect(dialog.getByRole('spinbutton', { name: 'Token lifetime' })).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Add 8 cases' }).click()

  for (const name of [
    'Rejects an expired token',
    'Rejects a token for another audience',
    'Rejects a token without the scope',
    'Rejects a tampered signature',
    'Rejects a token with alg none',
    'Rejects a replayed code',
    'Rejects a wrong code_verifier',
    'Rejects a token in the query',
  ]) {
    // The provider remembers the user: its window returns automatically.
    await inTree(page, name).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('tree', { name: 'Results' })).toContainText(name)
    await expect(verdict(page)).toContainText(/^Passed: \d+ passed/, { timeout: 30_000 })
    await expect(runButton(page)).toBeEnabled()
  }
  await brief.close()
})
