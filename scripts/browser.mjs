// Finds a Chromium for the browser journeys, or installs one, or says in one line what to install.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(among = names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of among) {
    const found = folders.map((folder) => join(folder, name)).find(executable)
    if (found) return found
  }
  return undefined
}

async function ofPlaywright() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && executable(path) ? path : undefined
}

function attempt(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`)
  try {
    execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, timeout: 5 * 60_000 })
    return true
  } catch {
    return false
  }
}

/** A downloaded browser may lack libraries of the system; then it does not even tell its version. */
const starts = (path) => attempt(path, ['--version', '--no-sandbox'])

async function installed() {
  if (attempt(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])) {
    const path = await ofPlaywright()
    if (path && starts(path)) return path
  }
  if (process.getuid?.() === 0 && executable('/usr/bin/apt-get')) {
    attempt('apt-get', ['update', '-q'])
    attempt('apt-get', ['install', '-y', '-q', 'chromium', 'chromium-headless-shell'], { DEBIAN_FRONTEND: 'noninteractive' })
    return onPath()
  }
  return undefined
}

/** The path of a Chromium: CHROME_PATH, then the PATH, then Playwright's own, then a fresh installation. Throws if there is none. */
export async function findBrowser() {
  if (process.env.CHROME_PATH) {
    if (executable(process.env.CHROME_PATH)) return process.env.CHROME_PATH
    throw new Error(`CHROME_PATH is ${process.env.CHROME_PATH}, where there is no program that can be started.`)
  }
  const found = onPath() ?? (await ofPlaywright()) ?? (await installed())
  if (found) return found
  throw new Error('No Chromium for the browser journeys: install "chromium" or "google-chrome", or set CHROME_PATH to one.')
}

/**
 * The path of Chromium's headless shell, in which journeys that need no window take half the time: HEADLESS_SHELL_PATH, then the PATH.
 * Empty where `browser` is Playwright's own, which comes with a shell that Playwright starts by itself; undefined where there is none.
 */
export async function findHeadlessShell(browser) {
  const named = process.env.HEADLESS_SHELL_PATH
  if (named && !executable(named))
    throw new Error(`HEADLESS_SHELL_PATH is ${named}, where there is no program that can be started.`)
  if (named !== undefined) return named
  return browser === (await ofPlaywright()) ? '' : onPath(['chromium-headless-shell'])
}
