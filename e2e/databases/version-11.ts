import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { inTree, unfoldSteps } from '../fixtures-build.ts'
import type { Demo } from '../worker.ts'
import { makeDatabase, type StoredDatabase } from './database-file.ts'
import type { EchoServer } from './echo-server.ts'

const file = readFileSync(new URL('version-11.json', import.meta.url), 'utf8')

/** Of its secrets. */
export const passphrase = 'a long passphrase'

/** The database as it was made, with the addresses of the servers that answer now. */
export function stored(demo: Demo, echo: EchoServer): StoredDatabase {
  const at = { 'http://app': demo.app, 'http://provider': demo.provider, 'http://api': demo.api, 'http://echo': echo.url }
  const text = Object.entries(at).reduce((all, [name, url]) => all.replaceAll(`${name}.invalid`, url), file)
  return JSON.parse(text) as StoredDatabase
}

/** Puts the database into this browser, from a page of the origin in which nothing of Assay runs. */
export async function restore(page: Page, demo: Demo, database: StoredDatabase): Promise<void> {
  await page.goto(`${demo.app}/demo.json`)
  // Copies of other projects would be restored beside it.
  await page.evaluate(async () => {
    localStorage.clear()
    const folder = await navigator.storage.getDirectory()
    await folder.removeEntry('assay-copies', { recursive: true }).catch(() => undefined)
  })
  await makeDatabase(page, database)
}

/** The list of a case's steps. */
export const stepsOf = (page: Page, name: string) => page.getByRole('listbox', { name: `Steps of ${name}` })

/** The steps as they were left: the first of three edits in force. */
export async function everyStepIsThere(page: Page): Promise<void> {
  await inTree(page, 'All of them').click()
  await unfoldSteps(page)
  await expect(stepsOf(page, 'All of them').getByRole('option')).toContainText([
    'Get token',
    'Send greeting',
    'Was heard',
    'Keep order',
    'Sign',
    'Rest',
  ])
}
