import { describe, expect, it } from 'vitest'
import { findBrowser, type BrowserPlaces } from './find-browser.ts'

const places = (programs: readonly string[], more: Partial<BrowserPlaces> = {}): BrowserPlaces => ({
  environment: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/ann' },
  platform: 'linux',
  isProgram: (path) => programs.includes(path),
  list: () => [],
  ...more,
})

describe('[O8] the browser of the machine', () => {
  it('is the one that CHROME_PATH names, else one of the PATH, Chromium first', () => {
    const both = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/opt/my/chrome']
    expect(findBrowser(places(both))).toBe('/usr/bin/chromium')
    expect(findBrowser(places(both, { environment: { CHROME_PATH: '/opt/my/chrome', PATH: '/usr/bin' } }))).toBe('/opt/my/chrome')
    expect(findBrowser(places(['/usr/bin/microsoft-edge']))).toBe('/usr/bin/microsoft-edge')
  })

  it('is looked for where the systems and Playwright install it', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(findBrowser(places([chrome], { platform: 'darwin' }))).toBe(chrome)
    const list = () => ['chromium-1200', 'chromium-1300', 'firefox-1']
    const installed = '/home/ann/.cache/ms-playwright/chromium-1300/chrome-linux/chrome'
    const older = '/home/ann/.cache/ms-playwright/chromium-1200/chrome-linux/chrome'
    expect(findBrowser(places([older, installed], { list }))).toBe(installed)
  })

  it('says how to install a missing browser, and names a wrong CHROME_PATH', () => {
    expect(() => findBrowser(places([]))).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('apt-get install chromium') }),
    )
    expect(() => findBrowser(places([], { environment: { CHROME_PATH: '/nowhere' } }))).toThrow('CHROME_PATH is /nowhere')
  })
})
