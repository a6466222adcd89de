import { readFile } from 'node:fs/promises'
import { editor, inTree, projectOf, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { choose, enlarge, onDisk, pickFromPrivateFiles, write } from './private-files.ts'

test('[T2] save, change, save again, open again; a file changed on disk is not overwritten without asking', async ({
  page,
  demo,
}) => {
  await pickFromPrivateFiles(page)
  await page.goto(demo.app)
  const option = page.getByRole('option', { name: /^2 Create order/ })
  await option.click()
  await choose(page, 'Save as .aprj…')
  await expect.poll(() => onDisk(page).catch(() => '')).toContain('"format": "aprj"')
  const saved = await onDisk(page)
  expect(saved).toBe(
    (await readFile('examples/orders.aprj', 'utf8'))
      .replaceAll('http://127.0.0.1:5418', demo.provider)
      .replaceAll('http://127.0.0.1:5419', demo.api),
  )

  const bar = page.getByRole('banner')
  const save = bar.getByRole('button', { name: 'Save', exact: true })
  await expect(bar).toContainText('.aprj')
  await expect(save).toHaveCount(0)
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?changed')
  await expect(bar).toContainText('.aprj, edited')
  await save.click()
  await expect(bar).not.toContainText('edited')
  await expect.poll(() => onDisk(page)).toContain('orders?changed')

  // As after a checkout in another window.
  await write(page, saved)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText(/changed on disk/)).toBeVisible()
  await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?mine')
  await page.keyboard.press('Control+s')
  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(asked).toContainText(/changed/i)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await onDisk(page)).toBe(saved)

  await choose(page, 'Open .aprj…')
  await page.getByRole('button', { name: /replace/i }).click()
  await option.click()
  await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders')
})

test('[P4, P8, R1, R2, R3] files that are known, broken, too large, large and small are opened', async ({ page, demo }) => {
  await pickFromPrivateFiles(page)
  await page.goto(demo.app)

  await test.step('[P4, P8] a file of a project that is known: what loses nothing stands out, and Replace does not', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await choose(page, 'Save as .aprj…')
    await expect.poll(() => onDisk(page).catch(() => '')).toContain('"format": "aprj"')
    await choose(page, 'Open .aprj…')
    const asked = page.getByRole('alertdialog')
    const keep = asked.getByRole('button', { name: 'Keep both' })
    const ground = (name: string) =>
      asked.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(await ground('Replace')).toBe(await ground('Cancel'))
    expect(await ground('Keep both')).toBe(await ground('Cancel'))
    expect(await ground('Merge')).not.toBe(await ground('Cancel'))
    const first = new URL(page.url()).hash
    await keep.click()
    await expect.poll(() => new URL(page.url()).hash).not.toBe(first)
    // The menu stays as it is while it is open: until the copy is open, it names both.
    await expect(async () => {
      await page.getByRole('button', { name: 'Project menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'New project' })).toBeVisible()
      const named = await page.getByRole('menuitem', { name: /^Orders API/ }).count()
      await page.keyboard.press('Escape')
      expect(named).toBe(1)
    }).toPass()
  })

  await test.step('[R1, R2] a broken file is rejected with its place, nothing changes, and what can be read opens as a new project', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    const sample = await readFile('examples/orders.aprj', 'utf8')

    await write(page, sample.slice(0, sample.length - 400))
    await choose(page, 'Open .aprj…')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toContainText(/line \d+/)
    const before = projectOf(page)
    await dialog.getByRole('button', { name: 'Open the readable parts as a new project' }).click()
    await expect.poll(() => projectOf(page)).not.toBe(before)
    await expect(inTree(page, 'Create then delete')).toBeVisible()

    await write(page, '<!doctype html><title>Sign in</title>')
    await choose(page, 'Open .aprj…')
    await expect(dialog).toContainText('<!doctype html>')
    await expect(dialog).toContainText('Choose a file saved by Assay. Nothing was changed.')
    await page.keyboard.press('Escape')
    await expect(inTree(page, 'Create then delete')).toBeVisible()
  })

  await test.step('[R3] a file over 50 MB is rejected by its size', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await enlarge(page, 200_000_000)
    await choose(page, 'Open .aprj…')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toContainText('orders.aprj is 200 MB. The limit is 50 MB.')
    await page.keyboard.press('Escape')
    await expect(inTree(page, 'Create then delete')).toBeVisible()
  })

  await test.step('[R3] a large file is read beside the page, and reading it can be cancelled', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    const step = (index: number) => ({ id: `w${index}`, kind: 'wait', name: 'Pause'.repeat(20), seconds: 1 })
    const steps = Array.from({ length: 100_000 }, (_, index) => step(index))
    const suites = [{ id: 's1', name: 'Large', cases: [{ id: 'c1', name: 'Large', steps }] }]
    await write(page, JSON.stringify({ format: 'aprj', version: 1, id: 'large', name: 'Large', suites }, undefined, 2))
    await choose(page, 'Open .aprj…')
    await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText("orders.aprj wasn't read: cancelled.")).toBeVisible()
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await expect(page.getByText('Reading orders.aprj…')).toBeHidden()
  })

  await test.step('[P8] a key that is pressed as soon as an opened file is on the screen does what it says', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    const steps = [{ id: 'w1', kind: 'wait', name: 'Pause', seconds: 0 }]
    const suites = [{ id: 's1', name: 'Requests', cases: [{ id: 'c1', name: 'Opened just now', steps }] }]
    await write(page, JSON.stringify({ format: 'aprj', version: 1, id: 'small', name: 'Small', suites }))
    await page.evaluate(() => {
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, shiftKey: true, bubbles: true }))
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role="tree"]')?.textContent?.includes('Opened just now')) return
        observer.disconnect()
        requestAnimationFrame(() => requestAnimationFrame(press))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await choose(page, 'Open .aprj…')
    await expect(verdict(page)).toContainText('Passed')
  })
})

test('[P4] what an opened file still needs waits until another dialog is closed', async ({ page, demo }) => {
  // No service worker, which would have the file already.
  await pickFromPrivateFiles(page)
  // On a slow line what opens files comes later than the five seconds after which a browser forgets a click.
  let bring = () => undefined as void
  const brought = new Promise<void>((resolve) => (bring = resolve))
  await page.route(/\/(file-commands|files-on-disk)-[^/]*\.js/, async (route) => {
    await brought
    await route.continue()
  })
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  let arrive = () => undefined as void
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/file-needs-*.js', async (route) => {
    await held
    await route.continue()
  })
  const environments = [{ id: 'e1', name: 'Own', variables: [{ name: 'key', value: { secret: 'own/key' } }] }]
  await write(page, JSON.stringify({ format: 'aprj', version: 1, id: 'own', name: 'Own project', environments, suites: [] }))
  await page.evaluate(() => {
    const pick = window.showOpenFilePicker
    window.showOpenFilePicker = async () => {
      Reflect.set(window, 'isAsked', true)
      const [handle] = await pick()
      return [handle]
    }
  })
  await choose(page, 'Open .aprj…')
  await page.waitForFunction(() => Reflect.get(window, 'isAsked') === true)
  bring()
  await expect(inTree(page, 'Own project')).toBeVisible()
  await page.keyboard.press('Control+e')
  const open = page.getByRole('dialog', { name: 'Environments' })
  await expect(open).toBeVisible()
  const loaded = page.waitForResponse('**/file-needs-*.js')
  arrive()
  await loaded
  await open.getByRole('textbox', { name: 'Name' }).first().fill('Mine')
  await expect(open).toBeVisible()
  await open.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog', { name: 'Before you run this project' })).toContainText('own/key')
})
