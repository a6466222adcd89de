import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addStep, editor, inTree, newProject, openAnother, openProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const project = (steps: object[], connections: object[], name = 'SQL'): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    // One with the id of another that is there would ask what becomes of that.
    id: `sql-${steps.length}`,
    name,
    connections,
    suites: [{ id: 's', name: 'Suite', cases: [{ id: 'c', name: 'Asks the database', onFailure: 'continue', steps }] }],
  })

const asks = (id: string, query: string, more: object = {}) => ({
  id,
  kind: 'sql',
  name: id,
  connection: 'k',
  query,
  ...more,
})

/** A database that the command line has made. */
function databaseFile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sql-journey-'))
  try {
    const text =
      "create table orders (id integer primary key, state text not null); insert into orders values (1, 'open'), (2, 'paid'); create view paid as select * from orders where state = 'paid'"
    const connections = [{ id: 'k', name: 'DB', driver: 'sqlite', file: 'orders.sqlite' }]
    writeFileSync(join(folder, 'make.aprj'), project([asks('make', text, { script: true })], connections))
    execFileSync(process.execPath, ['bin/assay.js', 'run', join(folder, 'make.aprj')])
    return readFileSync(join(folder, 'orders.sqlite'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const overview = async (page: Page, tab: string) => {
  await page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem').first().click()
  await page.getByRole('tab', { name: tab }).click()
}

test.describe(() => {
  test.use({ codeEditor: true })

  test('[T3] a database is chosen, tried, looked into, asked, changed, and kept over a reload', async ({ page, demo }) => {
    const buffer = databaseFile()
    await page.goto(demo.app)
    await newProject(page)
    await addStep(page, 'SQL Query', 'Look')
    await expect(editor(page)).toContainText('Choose a connection.')
    await editor(page).getByRole('button', { name: 'Connections…' }).click()
    await page.getByRole('button', { name: 'Add connection' }).click()
    const form = page.getByRole('group', { name: 'Connection Database' })
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await expect(form).toContainText('Without a file, each run starts with an empty database')
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Choose file…' }).click()
    await (await chooser).setFiles({ name: 'orders.sqlite', mimeType: 'application/vnd.sqlite3', buffer })
    await expect(form.getByRole('textbox', { name: 'File' })).toHaveValue('orders.sqlite')
    await expect(form).toContainText('stored in this browser')
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('status')).toHaveText('Connected: 2 tables.')
    await form.getByText('orders', { exact: true }).click()
    await expect(form.getByRole('list', { name: 'Columns of orders' })).toContainText('statetextnot null')
    expect(await findings(page)).toEqual([])

    await page.goBack()
    await editor(page).getByRole('combobox', { name: 'Connection' }).selectOption({ label: 'Database' })
    const code = editor(page).getByRole('textbox', { name: 'Query' })
    await code.focus()
    // The names that the test of the connection found are offered.
    await page.keyboard.type('select id, state from ord')
    await expect(page.getByRole('option', { name: /^orders/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' where state = :state')
    await editor(page).getByRole('button', { name: 'Add parameter' }).click()
    await editor(page).getByRole('textbox', { name: 'Parameter 1 name' }).fill('state')
    await editor(page).getByRole('textbox', { name: 'Parameter 1 value' }).fill('open')
    await editor(page).getByRole('button', { name: 'Run query' }).click()
    await expect(verdict(page)).toContainText('1 passed')
    const grid = page.getByRole('region', { name: 'Run' }).getByRole('grid', { name: 'Rows' })
    await expect(grid.getByRole('columnheader')).toHaveText(['#', 'id', 'state'])
    await expect(grid.getByRole('gridcell')).toHaveText(['1', 'open'])
    expect(await findings(page)).toEqual([])

    await page.reload()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('1 passed')
    await expect(grid.getByRole('gridcell')).toHaveText(['1', 'open'])
  })
})

test('[T3, T9, P2] what steps write stays, and a query without an end is ended', async ({ page, demo }) => {
  await test.step('[T3] what steps write stays, what is rolled back does not; a damaged file is not taken', async () => {
    const connections = [{ id: 'k', name: 'DB', driver: 'sqlite', file: 'kept.sqlite' }]
    const steps = [
      asks('make', 'create table if not exists t (a); insert into t values (1);', { script: true }),
      asks('undone', 'delete from t', { rollback: true }),
      asks('count', 'select count(*) as n from t'),
    ]
    await openProject(page, demo.app, project(steps, connections))
    await expect(inTree(page, 'Asks the database')).toBeVisible()
    const grid = page.getByRole('region', { name: 'Run' }).getByRole('grid', { name: 'Rows' })
    const results = page.getByRole('tree', { name: 'Results' })
    for (const count of ['1', '2']) {
      await runButton(page).click()
      await expect(verdict(page)).toContainText('3 passed')
      await results.getByRole('treeitem', { name: /count/ }).last().click()
      await expect(grid.getByRole('gridcell')).toHaveText([count])
    }
    await overview(page, 'Connections')
    const form = page.getByRole('group', { name: 'Connection DB' })
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Choose file…' }).click()
    await (await chooser).setFiles({ name: 'kept.sqlite', mimeType: '', buffer: Buffer.from('<!doctype html>'.repeat(100)) })
    await expect(page.getByText("kept.sqlite isn't a SQLite database, or is damaged. Nothing was changed.")).toBeVisible()
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('status')).toHaveText('Connected: 1 table.')
    // What was tried says nothing of another server.
    await form.getByRole('combobox', { name: 'Driver' }).selectOption('PostgreSQL')
    await form.getByRole('button', { name: 'Test connection' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await form.getByRole('textbox', { name: 'Host' }).fill('db.example')
    await expect(form.getByRole('alert')).toHaveCount(0)
  })

  await test.step('[T9, P2] a query without an end: its timeout ends the step, Stop ends the run at once, and the next one goes', async () => {
    const endless = 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c'
    const connections = [{ id: 'k', name: 'DB', driver: 'sqlite' }]
    const steps = [
      asks('bad', 'select *\nfrm t'),
      asks('late', endless, { timeout: 1 }),
      asks('fine', 'select 1 as one'),
      asks('endless', endless, { timeout: 60 }),
    ]
    await openAnother(page, project(steps, connections, 'Queries without an end'))
    await expect(inTree(page, 'Asks the database')).toBeVisible()
    await runButton(page).click()
    const results = page.getByRole('tree', { name: 'Results' })
    await expect(results.getByRole('treeitem', { name: /fine/ }).last()).toHaveAccessibleName(/passed/i)
    await expect(results.getByRole('treeitem', { name: /endless/ }).last()).toHaveAccessibleName(/running/i)
    await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click()
    // Its timeout is a minute.
    await expect(verdict(page)).toContainText('1 cancelled')
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('on line 2: near "frm": syntax error')
    await page.getByRole('option', { name: /fine/ }).click()
    await editor(page).getByRole('button', { name: 'Run query' }).click()
    await expect(verdict(page)).toContainText('1 passed')
    // A query has its checks beside it, as a request has.
    const checks = editor(page).getByRole('tab', { name: 'Checks' })
    await checks.click()
    await editor(page).getByRole('button', { name: 'Add check' }).click()
    await expect(checks).toHaveAccessibleDescription('1')
    await expect(page.getByRole('option', { name: /fine/ })).toContainText('1 check')
  })
})
