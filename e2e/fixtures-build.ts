import { expect, type Page } from '@playwright/test'

/** What a person does to build a test from nothing, by role and name. */

export const editor = (page: Page) => page.getByRole('region', { name: 'Step editor' })

/** A node of the project tree, by the beginning of its name. */
export const inTree = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem', { name: new RegExp(`^${name}`) })

/** Starts the app with its sample, where files are picked as in a browser that has no file pickers of its own. */
export async function startWithSample(page: Page, app: string): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showOpenFilePicker')
    Reflect.deleteProperty(window, 'showSaveFilePicker')
  })
  await page.goto(app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
}

/** Starts the app and opens the text of an `.aprj` in it. */
export async function openProject(page: Page, app: string, text: string): Promise<void> {
  await startWithSample(page, app)
  await openAnother(page, text)
}

/** Picks the text of an `.aprj` in a page that `startWithSample` has started, whatever comes of it. */
export async function pickFile(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Project menu' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Open .aprj…' }).click()
  await (await chooser).setFiles({ name: 'test.aprj', mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Opens the text of an `.aprj` in a page where another one of another name is open; ends when it is the one shown. */
export async function openAnother(page: Page, text: string): Promise<void> {
  await pickFile(page, text)
  const { name } = JSON.parse(text) as { name: string }
  // Its name in the page may lie under a dialog that asks for what it needs.
  await expect(page).toHaveTitle(`${name} · Assay`)
}

/** The id of the project that is open, as the address names it. */
export const projectOf = (page: Page) => /^#\/p\/([^/]+)/.exec(new URL(page.url()).hash)?.[1]

/** A new, empty project with one suite and one case; another one is open, which may be of the same name and as empty. */
export async function newProject(page: Page): Promise<void> {
  await expect.poll(() => projectOf(page)).toBeDefined()
  const before = projectOf(page)
  await page.getByRole('button', { name: 'Project menu' }).click()
  // Another one with that name is below, among the projects.
  await page.getByRole('menuitem', { name: 'New project' }).first().click()
  await expect.poll(() => projectOf(page)).not.toBe(before)
  await expect(inTree(page, 'New project')).toBeVisible()
  await expect(page.getByText('No steps yet')).toBeVisible()
}

/** Adds an environment with variables; a value can be stored as a secret. */
export async function addEnvironment(
  page: Page,
  name: string,
  variables: { name: string; value: string; secret?: boolean }[],
): Promise<void> {
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Environments' })
  await dialog.getByRole('button', { name: 'Add environment' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' }).first()).toBeFocused()
  await page.keyboard.type(name)
  for (const variable of variables) {
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    const names = dialog.getByRole('textbox', { name: 'Name' })
    await expect(names.last()).toBeFocused()
    await page.keyboard.type(variable.name)
    const row = dialog.getByRole('group', { name: variable.name, exact: true })
    if (variable.secret) await row.getByRole('switch', { name: 'Secret' }).check()
    await row.getByLabel('Value').fill(variable.value)
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('combobox', { name: 'Environment' }).selectOption({ label: name })
}

/** Adds a step of a kind at the end of the case and leaves it selected. */
export async function addStep(page: Page, kind: string, name: string): Promise<void> {
  const steps = page.getByRole('region', { name: 'Steps' })
  const rows = steps.getByRole('option')
  const before = await rows.count()
  await steps.getByRole('button', { name: 'Add step' }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  // Until the new step is open, the editor is the one of the step before.
  await expect(rows).toHaveCount(before + 1)
  await expect(rows.last()).toHaveAttribute('aria-selected', 'true')
  const field = editor(page).getByRole('textbox', { name: 'Step name' })
  await field.fill(name)
  await field.press('Enter')
}

/** Chooses an entry of the menu "More" of the open step. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await editor(page).getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** Unfolds what is nested under the steps of the open case, by keyboard. */
export async function unfoldSteps(page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'Steps' }).getByRole('option')
  await expect(rows.first()).toBeVisible()
  const folded = page.getByRole('region', { name: 'Steps' }).locator('[role=option][aria-description*="collapsed"]')
  for (let left = await folded.count(); left > 0; left -= 1) {
    await folded.first().press('ArrowRight')
    await expect(folded).toHaveCount(left - 1)
  }
}

/** GET with the token in its header, and a check of the status. */
export async function addOrderRequest(page: Page, status = '200'): Promise<void> {
  await addStep(page, 'Send Request', 'List orders')
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders')
  await editor(page).getByRole('tab', { name: 'Headers' }).click()
  await editor(page).getByRole('button', { name: 'Add header' }).click()
  await editor(page).getByRole('textbox', { name: 'Header 1 name' }).fill('Authorization')
  await editor(page).getByRole('textbox', { name: 'Header 1 value' }).fill('Bearer ${access_token}')
  await addStep(page, 'Assertion', 'Allowed')
  await editor(page).getByRole('button', { name: 'Add check' }).click()
  const check = editor(page).getByRole('group', { name: 'Check 1' })
  await check.getByRole('combobox', { name: 'Source' }).selectOption('status')
  await check.getByRole('combobox', { name: 'Is' }).selectOption('equals')
  await check.getByRole('textbox', { name: 'Expected' }).fill(status)
}

/** The verdict of the run that goes on or has just begun. */
export const verdict = (page: Page) => page.getByRole('status', { name: 'Run result' })

/** The Run button of the top bar. */
export const runButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Run', exact: true })

/** Waits until a window that was opened for a login has come to the provider: Chromium's shell may crash when it is looked into on its way. */
export const atProvider = (window: Page) =>
  window.waitForURL(({ protocol, pathname }) => protocol !== 'about:' && !pathname.endsWith('/wait.html'))

/** Logs in at the demo provider's page. */
export async function logIn(window: Page): Promise<void> {
  await atProvider(window)
  await window.getByRole('textbox', { name: /user/i }).fill('demo')
  await window.getByLabel(/password/i).fill('demo')
  await window.getByRole('button', { name: /sign in|log in/i }).click()
}

/** Closes the window of a login without signing in, once the provider's page is there: closed while it still loads, it may hang. */
export async function giveUpLogin(window: Page): Promise<void> {
  await atProvider(window)
  await expect(window.getByRole('textbox', { name: /user/i })).toBeVisible()
  await window.close()
}

/** Waits until the page is as at every visit but the first: its service workers are there, and one of them is the page's. */
export async function isInstalled(page: Page): Promise<void> {
  const both = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations()
      const active = registrations.filter((each) => each.active?.state === 'activated')
      return navigator.serviceWorker.controller !== null && active.length === 2
    })
  await expect.poll(both, { timeout: 60_000 }).toBe(true)
}

/** Gives secrets their values, by their ids, where the page asks for them after a file was opened. */
export async function typeSecrets(page: Page, values: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Before you run this project' })
  for (const [id, value] of Object.entries(values)) {
    const field = dialog
      .locator('.field')
      .filter({ hasText: `${id} ·` })
      .locator('input')
    await field.fill(value)
    await field.blur()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
}
