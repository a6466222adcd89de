import { spawn } from 'node:child_process'
import { chromium, type LaunchOptions, type Page } from '@playwright/test'
import { keepOutServiceWorkers } from './fixtures.ts'

/** A browser of its own process group on a profile that outlives it, so that it can be killed as a crash does. */
export interface KillableBrowser {
  page: Page
  /** Ends every one of its processes at once (SIGKILL). */
  kill(): Promise<void>
}

/** Starts Chromium on `profile` and opens an empty page in it. */
export async function startKillable(profile: string, { executablePath, args = [] }: LaunchOptions): Promise<KillableBrowser> {
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(executablePath ?? chromium.executablePath(), [...args, ...own], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const [, found] = /DevTools listening on (ws:\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The browser ended at its start: ${output}`)))
  })
  const browser = await chromium.connectOverCDP(endpoint)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context.')
  await keepOutServiceWorkers(context)
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 720 })
  return { page, kill }
}
