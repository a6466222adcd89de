import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { AssayError } from '#engine/base/errors.ts'
import { loginTexts as texts } from './texts.ts'

/** What is asked of the surroundings; tests bring their own. */
export interface BrowserPlaces {
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  /** Whether there is a program at this path that can be started. */
  isProgram(path: string): boolean
  /** The names in a folder; none if there is no such folder. */
  list(folder: string): string[]
}

const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const onMac = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const onWindows = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

/** Where `npx playwright install chromium` puts it, below a folder with the revision in its name. */
const ofPlaywright = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
]

function* places({ environment, platform, list }: BrowserPlaces): Generator<string> {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir()
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  if (platform !== 'win32') for (const name of onPath) for (const folder of folders) yield join(folder, name)
  if (platform === 'darwin')
    for (const folder of ['/Applications', join(home, 'Applications')]) for (const app of onMac) yield join(folder, app)
  if (platform === 'win32')
    for (const name of ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']) {
      const folder = environment[name]
      if (folder !== undefined) for (const program of onWindows) yield join(folder, program)
    }
  const caches = {
    darwin: join(home, 'Library/Caches/ms-playwright'),
    win32: join(environment['LOCALAPPDATA'] ?? home, 'ms-playwright'),
    other: join(environment['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'ms-playwright'),
  }
  const cache =
    environment['PLAYWRIGHT_BROWSERS_PATH'] ?? (platform === 'darwin' || platform === 'win32' ? caches[platform] : caches.other)
  const revisions = list(cache).filter((name) => /^chromium-\d+$/.test(name))
  for (const revision of revisions.toSorted().toReversed())
    for (const program of ofPlaywright) yield join(cache, revision, program)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, process.platform === 'win32' ? constants.F_OK : constants.X_OK)
    return true
  } catch {
    return false
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** This machine. */
export const machine = (environment: BrowserPlaces['environment']): BrowserPlaces => ({
  environment,
  platform: process.platform,
  isProgram,
  list,
})

/**
 * The machine's Chromium, Chrome or Edge: CHROME_PATH, then where they are usually installed. Throws AssayError `oauth-no-browser` with
 * the words how to get one.
 */
export function findBrowser(surroundings: BrowserPlaces): string {
  const named = surroundings.environment['CHROME_PATH']
  if (named !== undefined && named !== '') {
    if (surroundings.isProgram(named)) return named
    throw new AssayError('oauth-no-browser', texts.chromePath(named), { hint: texts.chromePathHint })
  }
  for (const path of places(surroundings)) if (surroundings.isProgram(path)) return path
  throw new AssayError('oauth-no-browser', texts.noBrowser, { hint: texts.noBrowserHint })
}
