import { serveAltered } from './altered-app.ts'
import { addStep, editor, isInstalled, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'

interface Release {
  url: string
  /** From now on the app is served as a newer version. */
  publish(): void
}

/** The built app on an origin of its own, which can publish another version of it. */
const test = base.extend<{ release: Release }>({
  release: async ({ demo }, use) => {
    let published = false
    const app = await serveAltered(demo.app, (path, body) =>
      published && path === '/sw.js' ? Buffer.concat([body, Buffer.from('\n// a newer version')]) : body,
    )
    await use({ url: app.url, publish: () => (published = true) })
    app.close()
  },
})
test.use({ serviceWorker: true })

test('[R24, P1] an update is offered, and waits for the run of another tab', async ({ page, context, release }) => {
  await page.goto(release.url)
  await newProject(page)
  await addStep(page, 'Wait', 'Long wait')
  await editor(page).getByRole('spinbutton', { name: 'Seconds' }).fill('600')
  await isInstalled(page)
  await runButton(page).click()
  await expect(page.getByRole('option', { name: /^1 Long wait running/ })).toBeVisible()

  const other = await context.newPage()
  await other.goto(release.url)
  release.publish()
  await other.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('It will be installed after this run.')).toBeVisible()
  await other.getByRole('button', { name: 'Update and reload' }).click()
  // The update asks for the lock that the run holds.
  await other.waitForFunction(async () => (await navigator.locks.query()).pending?.some(({ mode }) => mode === 'exclusive'))
  await expect(page.getByRole('option', { name: /^1 Long wait running/ })).toBeVisible()

  // What is not stored makes the browser ask; who stays can update later.
  await other.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }))
  const asked = other.waitForEvent('dialog')
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click()
  await expect(verdict(page)).toContainText(/^Cancelled/)
  await (await asked).dismiss()
  const reloaded = other.waitForEvent('framenavigated')
  await other.getByRole('button', { name: 'Update and reload' }).click()
  await reloaded
  await expect(other.getByText('A new version of Assay is ready.')).toBeHidden()
})
