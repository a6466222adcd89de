import { findings } from './axe.ts'
import { openFile, startCompanion } from './companion-server.ts'
import { editor, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { makeCase, makeProject, loginStep } from './host/projects.ts'
import { account, startLoginPages } from './logins/login-pages.ts'
import { recordActions } from '#platform/node/logins/recorder.ts'
import type { FoundAction } from '#engine/ports/index.ts'

test.use({ codeEditor: true })

test('[O8] a script is proposed, changed, tried with pictures by the companion, and signs in when the case is run', async ({
  page,
}) => {
  const provider = await startLoginPages({ after: ['consent'] })
  const companion = await startCompanion()
  try {
    const step = loginStep('t1', {
      automation: { enabled: true, headless: true, redirectUri: '', script: [] },
      clientId: 'orders',
      discoveryEndpoint: '${idp}/.well-known/openid-configuration',
    })
    await openFile(
      page,
      companion.origin,
      JSON.stringify(makeProject([makeCase('c1', [step])], { idp: provider.issuer, user: account.user })),
    )
    await page.mouse.move(5, 5)
    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.mouse.move(6, 6)
    await expect(page.getByRole('status', { name: 'Companion' })).toHaveText('connected')
    await page.getByRole('button', { name: 'Companion: connected' }).click()
    const companionDialog = page.getByRole('dialog', { name: /ompanion/ })
    await companionDialog.getByRole('switch', { name: '127.0.0.1' }).click()
    await companionDialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('treeitem', { name: 'Case c1' }).click()
    await page.getByRole('option', { name: /^1 Sign in/ }).click()
    await editor(page).getByRole('button', { name: 'Edit automation script' }).click()

    const dialog = page.getByRole('dialog', { name: 'Automation script' })
    const actions = dialog.getByRole('list', { name: 'Actions' })
    const action = (number: string) => actions.getByRole('listitem', { name: `Action ${number}`, exact: true })
    await expect(dialog.getByRole('button', { name: 'Record' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Suggest' }).click()
    const proposal = dialog.getByRole('region', { name: 'Proposed actions' })
    await expect(proposal).toContainText('fill the field "Email or phone" with "${user}"', { timeout: 30_000 })
    await proposal.getByRole('button', { name: 'Use' }).click()

    await action('3').getByLabel('Value').fill(account.password)
    for (const number of ['7', '6', '5']) {
      await action(number)
        .getByRole('button', { name: `More for action ${number}`, exact: true })
        .click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
    }
    // Asked again it goes on where the script ends.
    await dialog.getByRole('button', { name: 'Suggest' }).click()
    await expect(proposal).toContainText('click the button "Allow"', { timeout: 30_000 })
    await proposal.getByRole('button', { name: 'Add at the end' }).click()
    await expect(actions.getByRole('listitem', { name: /^Action \d+$/ })).toHaveCount(5)
    await dialog.getByRole('tab', { name: 'JSON' }).click()
    await expect(dialog.getByLabel('Script as JSON')).toBeVisible()
    await dialog.getByRole('tab', { name: 'Actions' }).click()

    await dialog.getByRole('button', { name: 'Try' }).click()
    await expect(dialog.getByText('The provider redirected the browser back and issued a token.')).toBeVisible({
      timeout: 40_000,
    })
    const pages = dialog.getByRole('list', { name: 'Pages' })
    await expect(pages.getByRole('img', { name: /^Action 3, fill the field "Password": Welcome/ })).toBeVisible()
    expect(await dialog.textContent()).not.toContain(account.password)
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).first().click()

    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 1 passed', { timeout: 40_000 })
    expect(provider.to('/consent').length).toBe(2)
  } finally {
    companion.process.kill()
    await provider.close()
  }
})

test('[O8] what a person does in the pages of a login is recorded as actions', async ({ page, context }) => {
  const provider = await startLoginPages({ after: ['code', 'consent'] })
  let found: readonly FoundAction[] = []
  await recordActions(context, undefined, (actions) => (found = actions))
  await page.goto(`${provider.issuer}/login?redirect_uri=https://client.example/callback`)
  await page.getByLabel('Email or phone').fill('an')
  await page.getByLabel('Email or phone').fill(account.user)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  expect(found).toEqual([
    { do: 'fill', at: { label: 'Email or phone' }, value: account.user },
    { do: 'click', at: { role: 'button', name: 'Next' } },
    { do: 'fill', at: { label: 'Password' }, value: account.password, secret: true },
    { do: 'click', at: { role: 'button', name: 'Sign in' } },
  ])

  // Enter clicks the first button of this form, which no script could find.
  const hidden = '<input type="submit" style="display: none"><label>Token <input autocomplete="one-time-code"></label>'
  await page.goto(`data:text/html,<form action="about:blank">${hidden}<button>Next</button></form>`)
  await page.getByLabel('Token').pressSequentially('123456')
  await page.getByLabel('Token').press('Enter')
  await expect
    .poll(() => found.slice(4))
    .toEqual([
      { do: 'totp', at: { label: 'Token' } },
      { do: 'press', key: 'Enter', at: { label: 'Token' } },
    ])
  await provider.close()
})
