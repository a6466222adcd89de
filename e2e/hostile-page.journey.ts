import { chromium } from '@playwright/test'
import { linkPaths, offeredProtocols } from '#relay/link-protocol.ts'
import { listen, startCompanion } from './companion-server.ts'
import { expect, test } from './fixtures.ts'
import { pageBrowser } from './launch-options.ts'

/** What a page tries at the companion from its own origin, and what it could read of each answer. */
async function attack({ origin, code, paths, protocols }: Attack): Promise<Record<string, string>> {
  const read = async (answer: Promise<Response>): Promise<string> =>
    answer.then(
      async (response) => `${response.type} ${response.status} ${await response.text()}`,
      (error: unknown) => (error instanceof Error ? error.name : 'refused'),
    )
  const post = (path: string, body: unknown, more: RequestInit = {}) =>
    read(fetch(origin + path, { method: 'POST', body: JSON.stringify(body), ...more }))
  const socket = (offered: string[]): Promise<string> =>
    new Promise((resolve) => {
      const link = new WebSocket(origin.replace('http', 'ws') + paths.link, offered)
      link.addEventListener('open', () => resolve('open'))
      link.addEventListener('close', () => resolve('closed'))
    })
  const loaded = (element: HTMLElement): Promise<string> =>
    new Promise((resolve) => {
      element.addEventListener('load', () => resolve('loaded'))
      element.addEventListener('error', () => resolve('error'))
      document.body.append(element)
    })
  const json = { headers: { 'content-type': 'application/json' } }
  const guesses = Array.from({ length: 30 }, (_, at) => `2346-${String(at).padStart(4, '7')}`)
  return {
    state: await post(paths.state, { token: 'x' }, json),
    ask: await post(paths.ask, {}, json),
    pair: await post(paths.pair, { code }, json),
    'pair without asking first': await post(paths.pair, { code }),
    'pair unread': await post(paths.pair, { code }, { mode: 'no-cors' }),
    'with credentials': await post(paths.pair, { code }, { ...json, credentials: 'include' }),
    guesses: [...new Set(await Promise.all(guesses.map((guess) => post(paths.pair, { code: guess }))))].join(),
    'a read of the page': await read(fetch(`${origin}/`)),
    'a script of the page': await loaded(Object.assign(document.createElement('script'), { src: `${origin}/sw.js` })),
    socket: await socket(protocols),
    'a socket without a token': await socket([]),
    'sockets by the hundred': [...new Set(await Promise.all(Array.from({ length: 100 }, () => socket(protocols))))].join(),
  }
}

interface Attack {
  origin: string
  /** A code that is good, for a page of another origin. */
  code: string
  paths: typeof linkPaths
  protocols: string[]
}

test("[R42] a page of a foreign origin, of no origin, or of a rebound DNS name can't reach the companion", async () => {
  const allowed = await listen((_request, response) => response.end('allowed'))
  const hostile = await listen((request, response) => {
    response.setHeader('content-type', 'text/html')
    // In a frame that is sandboxed the origin is opaque: `null`.
    if (request.url === '/null') response.setHeader('content-security-policy', 'sandbox allow-scripts allow-forms')
    response.end('<!doctype html><title>Hostile</title><body>')
  })
  const companion = await startCompanion(['--allow', allowed.url])
  const { port } = new URL(companion.origin)
  const args = [...(pageBrowser.args ?? []), `--host-resolver-rules=MAP rebound.test 127.0.0.1`]
  const browser = await chromium.launch({ ...pageBrowser, args })
  try {
    const page = await browser.newPage()
    const code = await companion.shows(/code ([A-Z\d]{4}-[A-Z\d]{4})/)
    const given: Attack = { origin: companion.origin, code, paths: linkPaths, protocols: offeredProtocols('x'.repeat(43)) }
    for (const path of ['/', '/null']) {
      await page.goto(hostile.url + path)
      const told = await page.evaluate(attack, given)
      expect(told, path).toEqual({
        state: 'TypeError',
        ask: 'TypeError',
        pair: 'TypeError',
        'pair without asking first': 'TypeError',
        'pair unread': 'TypeError',
        'with credentials': 'TypeError',
        guesses: 'TypeError',
        'a read of the page': 'TypeError',
        'a script of the page': 'error',
        socket: 'closed',
        'a socket without a token': 'closed',
        'sockets by the hundred': 'closed',
      })
    }
    await companion.shows(/Refused: the origin null isn't allowed \(assay serve --allow ORIGIN\)/)

    // A form goes wherever it wants, and says where it comes from.
    await page.goto(hostile.url)
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(linkPaths.pair)),
      page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" enctype="text/plain" action="${action}"><input name='{"code":"' value='"}'></form>`
        document.forms[0]?.submit()
      }, companion.origin + linkPaths.pair),
    ])
    expect(answer.status()).toBe(403)
    await page.waitForURL(companion.origin + linkPaths.pair)

    // The name of the hostile page now means this machine: the browser takes both for one origin.
    expect((await page.goto(`http://rebound.test:${port}/`))?.status()).toBe(421)
    expect((await page.evaluate(attack, { ...given, origin: `http://rebound.test:${port}` })).pair).toMatch(/^basic 421 /)

    // For the page that is allowed the code was good all the time, once.
    await page.goto(allowed.url)
    const pair = () =>
      page.evaluate(async ([url, body]) => (await fetch(url, { method: 'POST', body })).status, [
        companion.origin + linkPaths.pair,
        JSON.stringify({ code }),
      ] as const)
    expect(await pair()).toBe(200)
    expect(await pair()).toBe(401)
  } finally {
    await browser.close()
    companion.process.kill()
    hostile.close()
    allowed.close()
  }
})
