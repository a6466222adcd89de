import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
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
