import type { LaunchOptions } from '@playwright/test'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const at = (path: string | undefined): LaunchOptions => ({ ...(path ? { executablePath: path } : {}), args })

/** The whole Chromium, for what its shell has not: blocked popups, settings of sites, a profile that outlives it. */
export const wholeBrowser = at(process.env.CHROME_PATH)

/** The environment of a program that looks for a browser, which finds the headless shell where there is one. */
export const inShell: NodeJS.ProcessEnv = {
  ...process.env,
  ...(process.env.HEADLESS_SHELL_PATH ? { CHROME_PATH: process.env.HEADLESS_SHELL_PATH } : {}),
}

const shell = at(process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH)

/** Chromium's headless shell where there is one: the same engine, at half the price a page. It paints within its own process. */
export const pageBrowser: LaunchOptions = { ...shell, args: [...args, '--in-process-gpu'] }
