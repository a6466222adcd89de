import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync(new URL('../../public/sw-ahead.js', import.meta.url), 'utf8')
const scope = 'https://host.test/tools/assay/'

/** Installs the script in a service worker of a host that has these answers, and of a cache that has these files. */
async function install(listed: string[], cached: string[] = [], status = (_url: string): number => 200) {
  const kept = new Map(cached.map((name) => [scope + name, 'before']))
  const asked: string[] = []
  let atOnce = 0
  let most = 0
  const fetch = async (url: string) => {
    if (url === 'sw-files.json') return Response.json(listed)
    asked.push(url)
    most = Math.max(most, ++atOnce)
    await new Promise((resolve) => setTimeout(resolve))
    atOnce--
    if (status(url) === 0) throw new TypeError('Failed to fetch')
    return new Response('now', { status: status(url) })
  }
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    put: async (url: string, response: Response) => void kept.set(url, await response.text()),
  }
  const names: string[] = []
  let installed: Promise<unknown> | undefined
  runInNewContext(script, {
    URL,
    fetch,
    registration: { scope },
    caches: { open: async (name: string) => (names.push(name), cache) },
    addEventListener: (_type: string, listener: (event: { waitUntil(work: Promise<unknown>): void }) => void) =>
      listener({ waitUntil: (work) => (installed = work) }),
  })
  await installed
  return { kept, asked, most, names }
}

it('[P1] what the service worker will keep is fetched some at a time, into the cache in which Workbox looks', async () => {
  const listed = Array.from({ length: 20 }, (_, index) => `assets/part-${index}.js`)
  const { kept, asked, most, names } = await install(listed, ['assets/part-3.js'])
  expect(names).toEqual([`workbox-precache-v2-${scope}`])
  expect([...kept.keys()].toSorted()).toEqual(listed.map((name) => scope + name).toSorted())
  expect(asked).toHaveLength(19)
  expect(kept.get(`${scope}assets/part-3.js`)).toBe('before')
  expect(most).toBe(4)
})

it('[P1] what fails is left to Workbox, and the installation goes on', async () => {
  const answers: Record<string, number> = { [`${scope}a.js`]: 404, [`${scope}b.js`]: 0 }
  const { kept } = await install(['a.js', 'b.js', 'c.js'], [], (url) => answers[url] ?? 200)
  expect([...kept.keys()]).toEqual([`${scope}c.js`])
})
