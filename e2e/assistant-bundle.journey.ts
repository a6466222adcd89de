import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from './worker.ts'

/** Reads the build, without a browser: the scripts show what a page fetches, and when. */
const app = new URL('../dist/app', import.meta.url).pathname
const scripts = new Map(
  readdirSync(join(app, 'assets'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => [basename(name), { name, text: readFileSync(join(app, 'assets', name), 'utf8') }]),
)

/** Files that a text imports before it begins. */
const imported = (text: string): string[] =>
  [...text.matchAll(/(?:\bimport|\bfrom)\s*["'](?:[^"']*\/)?([\w.$-]+\.js)["']/g)].flatMap(([, name]) => name ?? [])

/** Scripts that a page, or another script, can't begin without. */
function beginsWith(text: string): Set<string> {
  const found = new Set<string>()
  const open = imported(text).concat(
    [...text.matchAll(/<(?:script|link)[^>]+?([\w.$-]+\.js)"/g)].flatMap(([, name]) => name ?? []),
  )
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...imported(scripts.get(name)?.text ?? ''))
  }
  return found
}

const page = readFileSync(join(app, 'index.html'), 'utf8')
const naming = (name: string): string[] => [...scripts].filter(([, { text }]) => text.includes(name)).map(([own]) => own)

test('[A2] not one byte of the assistant is in the first screen, and nothing of a model is fetched beforehand', () => {
  const first = beginsWith(page)
  expect([...first].some((name) => name.startsWith('index'))).toBe(true)
  expect([...first].filter((name) => /assistant|web-llm|wllama/i.test(name))).toEqual([])
  // What the pane, its session, the planner and the backends say.
  const words = ['Say what you want tested', "You turn a tester's request into changes", 'chat/completions', 'tvmjs']
  for (const word of words) {
    const holders = naming(word)
    expect(holders, word).not.toEqual([])
    expect(
      holders.filter((name) => first.has(name)),
      word,
    ).toEqual([])
  }
  const ahead = readFileSync(join(app, 'sw.js'), 'utf8')
  expect(ahead).toContain('index.html')
  expect(
    [...ahead.matchAll(/url:\s*"([^"]+)"/g)].map(([, url]) => url).filter((url) => /models\/|\.wasm|\.gguf/.test(url ?? '')),
  ).toEqual([])
})

test('[A2] the library of WebLLM is fetched by the worker of the assistant alone, and only when it is asked for', () => {
  const library = [...scripts.values()].filter(({ name }) => name.startsWith('models/')).map(({ name }) => basename(name))
  const worker = [...scripts.keys()].filter((name) => name.startsWith('assistant.worker'))
  expect([library.length > 0, worker.length]).toEqual([true, 1])
  const atOnce = beginsWith(scripts.get(worker[0] ?? '')?.text ?? '')
  expect(library.filter((name) => atOnce.has(name))).toEqual([])
  // A file that names one of them is one of them, the adapter, or the worker, which names the adapter.
  const adapters = library.flatMap(naming).filter((name) => !library.includes(name))
  expect(adapters).not.toEqual([])
  for (const adapter of adapters.filter((name) => name !== worker[0])) {
    expect(adapter).toMatch(/^(web-llm|wllama)/)
    expect(naming(adapter).filter((name) => !library.includes(name))).toEqual(worker)
  }
})
