import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const sheets = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
  .map((entry) => join(entry.parentPath, entry.name))

/** The class that each selector of a style sheet begins with. */
function beginnings(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g)
  return [...rules]
    .map(([, selectors = '']) => selectors.trim())
    .filter((selectors) => !selectors.startsWith('@'))
    .flatMap((selectors) => selectors.split(','))
    .flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? [])
}

// Style sheets are loaded when they are needed and then count everywhere: a name that two of them use changes one part of
// the page when another part has been opened.
it('a class begins selectors in one style sheet only', () => {
  const owners = new Map<string, Set<string>>()
  for (const sheet of sheets)
    for (const name of beginnings(readFileSync(sheet, 'utf8')))
      owners.set(name, (owners.get(name) ?? new Set()).add(relative(import.meta.dirname, sheet)))
  expect(owners.size).toBeGreaterThan(100)
  expect([...owners].flatMap(([name, files]) => (files.size > 1 ? [`.${name}: ${[...files].join(', ')}`] : []))).toEqual([])
})

/** A module and all that it imports with a relative path. */
function importsOf(module: string, found = new Set<string>()): Set<string> {
  if (found.has(module)) return found
  found.add(module)
  if (module.endsWith('.css')) return found
  for (const [, path = ''] of readFileSync(module, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g))
    importsOf(join(dirname(module), path), found)
  return found
}

// The page of a report is a bundle of its own: what the app's other parts have loaded is not there.
it('the report brings the style sheets of the classes that its parts name', () => {
  const brought = importsOf(join(import.meta.dirname, 'report/main.tsx'))
  const parts = [...brought].filter(
    (module) => relative(import.meta.dirname, module).startsWith('report/') && module.endsWith('.tsx'),
  )
  const classes = parts.flatMap((part) =>
    Array.from(readFileSync(part, 'utf8').matchAll(/class="([^"]+)"/g), ([, names = '']) => names),
  )
  const named = new Set(classes.flatMap((names) => names.split(' ')))
  expect(named.size).toBeGreaterThan(40)
  const missing = sheets.flatMap((sheet) => {
    const lacking = brought.has(sheet) ? [] : beginnings(readFileSync(sheet, 'utf8')).filter((name) => named.has(name))
    return lacking.map((name) => `${relative(import.meta.dirname, sheet)}: .${name}`)
  })
  expect(missing).toEqual([])
})

/** The modules of the page, and what pages show before any of them. */
const modules = [
  ...readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => join(import.meta.dirname, path)),
  ...['index.html', 'public/first-paint.js', 'config/start-shell.config.ts', 'src/engine/reporters/html/document.ts'].map(
    (path) => join(import.meta.dirname, '../..', path),
  ),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

// Removing a component easily leaves its rules behind.
it('every class of a style sheet is named by a component, whole or by its beginning', () => {
  const named = new Set(modules.match(/[a-z][\w-]*/gi))
  // `outcome-${name}` names every class that begins so.
  const begun = Array.from(modules.matchAll(/\b([a-z][\w-]*-)\$\{/gi), ([, beginning = '']) => beginning)
  const classes = new Set(sheets.flatMap((sheet) => beginnings(readFileSync(sheet, 'utf8'))))
  const dead = [...classes].filter((one) => !named.has(one) && !begun.some((part) => one.startsWith(part)))
  expect(classes.size).toBeGreaterThan(500)
  expect(dead).toEqual([])
})

it('every variable that a style sheet reads is written by one, or by a component', () => {
  const css = sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n')
  const written = new Set([...css.matchAll(/(--[\w-]+)\s*:/g), ...modules.matchAll(/'(--[\w-]+)'/g)].map(([, name = '']) => name))
  const read = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name))
  expect(read.size).toBeGreaterThan(20)
  expect([...read].filter((name) => !written.has(name))).toEqual([])
})
