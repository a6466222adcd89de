import { writeFile } from 'node:fs/promises'
import { findings } from './axe.ts'
import { addStep, editor, inTree, newProject, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { sized } from './fuzz-runs.ts'
import type { Page } from '@playwright/test'

const overview = (page: Page) => page.getByRole('region', { name: 'Overview' })
const source = (page: Page) => page.getByRole('region', { name: 'Data source' })
const grid = (page: Page) => source(page).getByRole('grid', { name: 'Rows' })

async function addSource(page: Page, kind: string): Promise<void> {
  await inTree(page, 'New project').click()
  await overview(page).getByRole('tab', { name: 'Data sources' }).click()
  await overview(page).getByRole('button', { name: 'Add data source' }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  await expect(source(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
}

/** Pastes a text, as a spreadsheet puts it into the clipboard. Firefox and WebKit tell of it where the selection is, not where the focus is. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('[T4, R12] rows are pasted, read from a file, and drive a case', async ({ page, demo }, info) => {
  await page.goto(demo.app)

  await test.step('[T4] rows pasted from a spreadsheet become a table, a loop over it gives a result for each row', async () => {
    await newProject(page)
    await addSource(page, 'Table')
    await grid(page).focus()
    await paste(page, 'user\tstatus\r\nAnn\t7\r\nBob\t700\r\nCid\t9\r\n')
    await expect(grid(page).getByRole('columnheader', { name: 'status' })).toBeVisible()
    await expect(grid(page).getByRole('gridcell', { name: 'Cid' })).toBeVisible()
    await expect(source(page)).toContainText('3 rows, 2 columns')
    // If the columns don't fit, each is still below its header.
    await grid(page).evaluate((element) => void (element.style.width = '260px'))
    const left = async (role: 'columnheader' | 'gridcell', name: string) =>
      (await grid(page).getByRole(role, { name }).boundingBox())?.x
    expect(await left('gridcell', '700')).toBe(await left('columnheader', 'status'))
    await grid(page).evaluate((element) => void (element.style.width = ''))
    // A cell is typed, and taken back.
    await grid(page).getByRole('gridcell', { name: 'Ann' }).click()
    await page.keyboard.type('Anna')
    await page.keyboard.press('Enter')
    await expect(grid(page).getByRole('gridcell', { name: 'Anna' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(grid(page).getByRole('gridcell', { name: 'Ann', exact: true })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await inTree(page, 'Case 1').click()
    await addStep(page, 'Loop Start', 'Each user')
    await editor(page).getByRole('combobox', { name: 'Data source' }).selectOption({ label: 'rows' })
    const mapping = editor(page).getByRole('group', { name: 'Mapping', exact: true })
    await mapping.getByRole('button', { name: 'Map all columns' }).click()
    await mapping.getByRole('combobox', { name: 'Type 2' }).selectOption('number')
    await editor(page).getByRole('button', { name: 'Row preview' }).click()
    const look = editor(page).getByRole('group', { name: 'Row preview' })
    await look.getByRole('spinbutton', { name: 'Row' }).fill('3')
    await expect(look).toContainText('Cid')
    await addStep(page, 'Assertion', 'Small')
    await editor(page).getByRole('button', { name: 'Add check' }).click()
    const check = editor(page).getByRole('group', { name: 'Check 1' })
    await check.getByRole('combobox', { name: 'Source' }).selectOption('variable')
    await check.getByRole('textbox', { name: 'Name' }).fill('status')
    await check.getByRole('combobox', { name: 'Is' }).selectOption('less-than')
    await check.getByRole('textbox', { name: 'Expected' }).fill('100')
    await addStep(page, 'Loop End', 'Next user')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('Failed: 4 passed, 1 failed')
    await expect(page.getByRole('tree', { name: 'Results' })).toContainText('status=700')
  })

  await test.step('[R12] a CSV file is read in the page with what was found of it, and its bad rows are named', async () => {
    await newProject(page)
    await addSource(page, 'CSV')
    await source(page).getByRole('radio', { name: 'File next to the project' }).check()
    const path = info.outputPath('users.csv')
    await writeFile(path, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id;name\r\n1;Zoë\r\n2\r\n', 'utf16le')]))
    const chooser = page.waitForEvent('filechooser')
    await source(page).getByRole('button', { name: 'Choose file…' }).click()
    await (await chooser).setFiles(path)
    await expect(grid(page).getByRole('gridcell', { name: 'Zoë' })).toBeVisible()
    await expect(source(page).getByRole('combobox', { name: 'Delimiter' })).toContainText('detected: semicolon')
    await expect(source(page).getByRole('combobox', { name: 'Encoding' })).toContainText('detected: UTF-16LE')
    await expect(source(page).getByRole('list', { name: 'Warnings' })).toContainText('Line 3 has 1 cell, expected 2 columns.')
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['id;city\n1;Köln\n'], 'cities.csv'))
      return transfer
    })
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
    await expect(grid(page).getByRole('gridcell', { name: 'Köln' })).toBeVisible()
    await expect(source(page).getByRole('textbox', { name: 'Name' })).toHaveValue('cities')
  })

  await test.step('[T4] a case becomes data-driven: rows are pasted, values replaced, and it is taken back as one edit', async () => {
    await newProject(page)
    await addStep(page, 'Send Request', 'Home')
    await editor(page).getByRole('textbox', { name: 'URL' }).fill(`${demo.app}/missing?id=7`)
    await addStep(page, 'Assertion', 'As expected')
    await editor(page).getByRole('button', { name: 'Add check' }).click()
    const check = editor(page).getByRole('group', { name: 'Check 1' })
    await check.getByRole('combobox', { name: 'Source' }).selectOption('status')
    await check.getByRole('combobox', { name: 'Is' }).selectOption('at-least')
    await check.getByRole('textbox', { name: 'Expected' }).fill('200')
    await page.getByRole('button', { name: 'Case settings' }).click()
    await editor(page).getByRole('button', { name: 'Make data-driven…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make data-driven' })
    // As an old spreadsheet writes it.
    const path = info.outputPath('Straßen.csv')
    await writeFile(path, Buffer.from('Straße;least\r\nKönigsallee;7\r\nAm Bühl;9\r\n', 'latin1'))
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose file…' }).click()
    await (await chooser).setFiles(path)
    await expect(dialog).toContainText('2 rows. Columns: Straße, least')
    await dialog.getByRole('combobox', { name: 'Data source' }).selectOption({ label: 'Paste rows' })
    await dialog.getByRole('textbox', { name: 'Rows' }).fill('id,least\n7,200\n8,999\n')
    const proposals = dialog.getByRole('group', { name: 'Values to replace with columns' })
    await expect(proposals.getByRole('checkbox')).toHaveCount(2)
    expect(await findings(page)).toEqual([])
    // A preview shows what will change: steps by their numbers in the list, and rows.
    await expect(dialog.getByRole('status', { name: 'Preview' })).toHaveText(
      'Runs steps 1–2 once per row (2 rows). Replaces 2 values with columns.',
    )
    await proposals.getByRole('checkbox').first().uncheck()
    await expect(dialog.getByRole('status', { name: 'Preview' })).toContainText('Replaces 1 value with a column.')
    await proposals.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Create loop' }).click()
    await expect(dialog).toBeHidden()
    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('option')
    await expect(steps).toHaveCount(4)
    // The loop is open, and one step from its rows.
    await editor(page).getByRole('button', { name: 'Open rows' }).click()
    await expect(grid(page).getByRole('gridcell', { name: '999' })).toBeVisible()
    await page.goBack()
    await page.keyboard.press('Control+Shift+Enter')
    await expect(verdict(page)).toContainText('1 failed')
    await expect(page.getByRole('tree', { name: 'Results' })).toContainText('least=999')
    await page.getByRole('region', { name: 'Steps' }).getByRole('option').first().click()
    await page.keyboard.press('Control+z')
    await expect(steps).toHaveCount(2)
    await page.keyboard.press('Control+Shift+z')
    await expect(steps.last()).toContainText('Next row')
    // A step behind the loop has no row.
    await steps.last().click()
    await addStep(page, 'Send Request', 'Behind')
    await editor(page).getByRole('textbox', { name: 'URL' }).fill(`${demo.app}/behind/\${id}`)
    await expect(editor(page).getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription(
      /id is set only in the loop "1 For each row"/,
    )
  })
})

/** A hundred thousand, as promised. */
const many = sized(100_000, 25_000)

test('[T4] a table of 100,000 rows (a quarter of them outside of the whole run) is scrolled and edited fluently', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)
  await newProject(page)
  await addSource(page, 'Table')
  await grid(page).focus()
  await paste(page, `id\tname\n${Array.from({ length: many }, (_, n) => `${n}\tname ${n}`).join('\n')}`)
  await expect(source(page)).toContainText(`${many.toLocaleString('en')} rows, 2 columns`, { timeout: 40_000 })
  await grid(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowUp')
  await expect(grid(page).getByRole('gridcell', { name: `name ${many - 1}` })).toBeVisible()
  const longest = await page.evaluate(async () => {
    let most = 0
    let last = performance.now()
    const watch = () => {
      const now = performance.now()
      most = Math.max(most, now - last)
      last = now
      frame = requestAnimationFrame(watch)
    }
    let frame = requestAnimationFrame(watch)
    const cell = document.activeElement
    for (const key of ['x', 'y', 'z']) {
      cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve, 100))
      const input = document.querySelector<HTMLInputElement>('[role=gridcell] input')
      if (!input) throw new Error('No cell is edited')
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve, 400))
      document.querySelector<HTMLElement>('[role=grid]')?.focus()
    }
    cancelAnimationFrame(frame)
    return most
  })
  // Fluent, also on a machine with two busy cores.
  expect(longest).toBeLessThan(1_000)
  await expect(page.getByRole('status', { name: 'Storage' })).toContainText(/^saved/i)
  await page.reload()
  await overview(page).getByRole('tab', { name: 'Data sources' }).click()
  await expect(source(page)).toContainText(many.toLocaleString('en').slice(0, -1), { timeout: 40_000 })
})
