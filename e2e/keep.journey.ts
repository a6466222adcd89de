import type { Page } from '@playwright/test'
import { editor, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { sized } from './fuzz-runs.ts'

const steps = 'Steps of Create then delete'

/** Keeps what the page stores waiting until `isReleased` is set there, as a large edit before it does. */
const holdDatabase = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((held) => {
        const opening = indexedDB.open('assay')
        opening.addEventListener('success', () => {
          const { result: database } = opening
          const [name = ''] = database.objectStoreNames
          const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore(name)
          const count = () => {
            held()
            if (Reflect.get(window, 'isReleased') === true) database.close()
            else store.count().addEventListener('success', count)
          }
          store.count().addEventListener('success', count)
        })
      }),
  )

test('[R19, R22, H9, T2] a reload finds everything; a second tab reads only, takes over, and each letter is kept', async ({
  page,
  demo,
  context,
}) => {
  await page.goto(demo.app)

  await test.step('[R19, T2] a reload finds everything: the edit, the place, the last run, and undo', async () => {
    const list = page.getByRole('listbox', { name: steps })
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    await list.getByRole('option', { name: /^2 Create order/ }).click()
    await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?changed')
    await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saved/i)
    await page.reload()

    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders?changed')
    await expect(verdict(page)).toContainText('Passed: 6 passed')
    const result = page.getByRole('tree', { name: 'Results' }).getByRole('treeitem', { name: /^Create order/, selected: true })
    await page.mouse.move(300, 300)
    await expect(result, 'what the open step received is shown').toBeVisible()
    await list.getByRole('option', { name: /^2 Create order/ }).click()
    await page.keyboard.press('Control+z')
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders')
  })

  await test.step('[R19] the browser asks before it leaves what is still being saved', async () => {
    await holdDatabase(page)
    await editor(page).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?large')
    await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/saving/i)
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.evaluate(() => Reflect.set(window, 'isReleased', true))
    await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/^saved/i)
    await page.keyboard.press('Control+z')
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders')
  })

  await test.step('[R18] how safe the storage is, is said to keyboard and touch too, with what makes it safer', async () => {
    await page.getByRole('button', { name: 'About this storage' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'About this storage' })
    await expect(dialog).toContainText("It hasn't been saved as a file.")
    await expect(dialog).toContainText('The browser may clear this storage')
    await expect(dialog.getByRole('button', { name: 'Save as a file' })).toBeVisible()
    // Without a window there is no question: the result is shown in any case.
    await dialog.getByRole('button', { name: 'Keep this storage' }).click()
    await expect(dialog).toContainText(/refused to keep|until you clear it/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'About this storage' })).toBeFocused()
  })

  await test.step('[R22] a second tab reads only, can take over, and nothing is overwritten', async () => {
    await expect(page.getByRole('listbox', { name: steps }).getByRole('option')).toHaveCount(3)
    const second = await context.newPage()
    await second.goto(page.url())
    const takeOver = second.getByRole('button', { name: /take over/i })
    await expect(takeOver).toBeVisible()
    await second
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^2 Create order/ })
      .click()
    const url = editor(second).getByRole('textbox', { name: 'URL' })
    await expect(url).not.toBeEditable()
    // What marks its variables is drawn over it: its own text must not be seen as well.
    expect(await url.evaluate((element) => getComputedStyle(element).color)).toBe('rgba(0, 0, 0, 0)')

    await takeOver.click()
    await expect(takeOver).toBeHidden()
    await editor(second).getByRole('textbox', { name: 'URL' }).fill('${baseUrl}/orders?second')
    await expect(second.getByRole('status', { name: 'Storage' })).toContainText(/saved/i)
    await expect(page.getByRole('button', { name: /take over/i })).toBeVisible()
    await page
      .getByRole('listbox', { name: steps })
      .getByRole('option', { name: /^2 Create order/ })
      .click()
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).not.toBeEditable()
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveValue('${baseUrl}/orders?second')
  })

  for (const tab of context.pages()) if (tab !== page) await tab.close()

  await test.step('[H9, R22] taking over while the other tab types: each letter that it took is kept, and nothing is rejected', async () => {
    const opened = async (tab: Page) => {
      await tab
        .getByRole('listbox', { name: steps })
        .getByRole('option', { name: /^2 Create order/ })
        .click()
      return editor(tab).getByRole('textbox', { name: 'URL' })
    }
    let [writing, reading] = [page, await context.newPage()]
    await opened(writing)
    await reading.goto(writing.url())
    const takeOver = (tab: Page) => tab.getByRole('button', { name: /take over/i })
    for (let turn = 1; turn <= sized(3, 2); turn += 1) {
      await expect(takeOver(reading)).toBeVisible()
      const url = await opened(writing)
      await opened(reading)
      await url.fill(`\${baseUrl}/orders?turn=${turn}&typed=`)
      const typing = new AbortController()
      const typed = (async () => {
        while (!typing.signal.aborted) await writing.keyboard.type('x')
      })()
      await expect(url).toHaveValue(/x{5}/)
      await takeOver(reading).click()
      await expect(takeOver(reading)).toBeHidden()
      const taken = await (await opened(reading)).inputValue()
      expect(taken).toMatch(new RegExp(`turn=${turn}&typed=x{5}`))
      await (await opened(reading)).fill(`${taken}&then`)
      await expect(takeOver(writing)).toBeVisible()
      typing.abort()
      await typed
      for (const tab of [writing, reading]) {
        await expect(tab.getByRole('status', { name: 'Storage' })).toContainText(/^saved/i)
        await expect(tab.getByText('somebody else')).toHaveCount(0)
        await expect(await opened(tab)).toHaveValue(`${taken}&then`)
      }
      ;[writing, reading] = [reading, writing]
    }
  })
})
