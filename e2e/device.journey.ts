import type { Page } from '@playwright/test'
import { addStep, editor, logIn, newProject, verdict } from './fixtures-build.ts'
import { expect, test, type Demo } from './fixtures.ts'

const card = (page: Page) => page.getByRole('alertdialog', { name: 'Action Required' })

/** A Device Code step of the public demo client, run. */
async function askForDevice(page: Page, demo: Demo): Promise<void> {
  await newProject(page)
  await addStep(page, 'OAuth2 Authentication', 'Get token')
  await editor(page).getByRole('radio', { name: 'Device Code' }).check()
  const discovery = editor(page).getByRole('textbox', { name: 'Discovery Endpoint' })
  await discovery.fill(`${demo.provider}/.well-known/openid-configuration`)
  await editor(page).getByRole('textbox', { name: 'Client ID' }).fill('orders-spa')
  await editor(page).getByRole('textbox', { name: 'Scope' }).fill('openid orders:read')
  await editor(page).getByRole('button', { name: 'Get token now' }).click()
  await expect(card(page)).toBeVisible()
}

/** Opens the address that the card shows and enters its code there, as a person on another device does. */
async function enterCode(page: Page, demo: Demo): Promise<Page> {
  await expect(card(page).getByRole('link')).toHaveText(`${demo.provider}/device`)
  const device = await page.context().newPage()
  await device.goto(`${demo.provider}/device`)
  await device.getByRole('textbox').fill(await card(page).getByLabel('User code').innerText())
  await device.getByRole('button', { name: 'Continue' }).click()
  return device
}

test('[case 44, O13] a device is given up, declined, and approved by the code of the card', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[case 44] Cancel ends the step at once, and says that the code no longer works', async () => {
    await askForDevice(page, demo)
    await card(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(verdict(page)).toContainText(/^Cancelled/)
    await expect(card(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('Its user code no longer works')
  })

  await test.step('[case 44] a person who declines at the provider ends the step with the reason', async () => {
    await askForDevice(page, demo)
    const device = await enterCode(page, demo)
    await device.getByRole('button', { name: 'Decline' }).click()
    await expect(verdict(page)).toContainText(/^Error/, { timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'What went wrong' })).toContainText('access_denied')
    await expect(card(page)).toHaveCount(0)
  })

  await test.step('[O13] a device is approved by the code of the card, which shows address, QR code and the time left', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await askForDevice(page, demo)
    await expect(card(page)).toContainText('for Get token')
    // It makes room for what is opened at its edge.
    await page.keyboard.press('Control+i')
    const assistant = page.getByRole('complementary', { name: 'Assistant' })
    await expect
      .poll(async () => {
        const [one, other] = [await card(page).boundingBox(), await assistant.boundingBox()]
        return one && other && one.x + one.width <= other.x
      })
      .toBe(true)
    await page.keyboard.press('Control+i')
    await expect(card(page).getByRole('timer')).toHaveText(/^[12]:\d\d left$/)
    await expect(card(page).getByRole('img', { name: `QR code of ${demo.provider}/device?user_code=` })).toBeVisible()
    const code = await card(page).getByLabel('User code').innerText()
    expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
    await card(page).getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)

    const device = await enterCode(page, demo)
    await expect(device.getByText(code)).toBeVisible()
    await device.getByRole('button', { name: 'Continue' }).click()
    await logIn(device)
    await expect(device.getByText('The device is approved.')).toBeVisible()
    await expect(verdict(page)).toContainText(/^Passed: 1 passed/, { timeout: 30_000 })
    await expect(card(page)).toHaveCount(0)
    const messages = page.getByRole('list', { name: 'Messages' })
    await expect(messages.getByRole('button', { name: /Provider → Assay: 200 user_code/ })).toBeVisible()
    await expect(messages.getByRole('button', { name: /POST \/token device_code/ }).first()).toBeVisible()
  })
})

test("[H13, O13] the card's link contains the code: typing it isn't needed", async ({ page, demo }) => {
  await page.goto(demo.app)
  await askForDevice(page, demo)
  const code = await card(page).getByLabel('User code').innerText()
  const link = card(page).getByRole('link', { name: `${demo.provider}/device` })
  await expect(link).toHaveAttribute('href', `${demo.provider}/device?user_code=${code}`)
  const opened = page.context().waitForEvent('page')
  await link.click()
  const device = await opened
  await expect(device.getByText(code)).toBeVisible()
  await device.getByRole('button', { name: 'Continue' }).click()
  await logIn(device)
  await expect(device.getByText('The device is approved.')).toBeVisible()
  await expect(verdict(page)).toContainText(/^Passed: 1 passed/, { timeout: 30_000 })
})
