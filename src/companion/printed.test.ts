import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { printable } from '#engine/base/printable.ts'
import { main } from './main.ts'
import { createTestHost } from './testing/test-host.ts'
import { anyCharacter } from '../../e2e/any-character.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-printed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What acts on a terminal or can't be seen. */
const acting = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

const hostile = '\u001b]0;own\u0007 \u009b2J \u202egpj.exe \u2066\u200b\u0000\r \ufeff end'

const everyKind = JSON.parse(readFileSync(new URL('golden/every-kind.aprj', import.meta.url), 'utf8')) as unknown

/** Every text of a value, by its path; keys are texts as well. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => places(part, [...path, Array.isArray(value) ? Number(key) : key]))
}

/** A copy with another text at a place. */
function withText(value: unknown, [key, ...rest]: (string | number)[], text: (before: string) => string): unknown {
  if (key === undefined) return text(String(value))
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = withText(copy[key], rest, text)
  return copy
}

/** All that a command prints of a project. No host is called that isn't there. */
async function printedOf(command: string, project: unknown, ...options: string[]): Promise<string> {
  const file = join(folder, `project \u001b[31m\u202e.aprj`)
  writeFileSync(file, JSON.stringify(project))
  const host = createTestHost()
  await main([command, file, ...options], host)
  return host.said + host.printed
}

describe('[H6] nothing that is printed acts on a terminal', () => {
  const found = places(everyKind)
  const nowhere = ['--var', 'idp=http://127.0.0.1:1', '--var', 'baseUrl=http://127.0.0.1:1', '--timeout', '5']

  it('check and secrets: with a hostile text in any place of a project', async () => {
    // Several places at once; those whose kind or version is not known any more would hide the others.
    const changeable = found.filter((path) => !['kind', 'format', 'id'].includes(String(path.at(-1))))
    const parts = 12
    for (const changed of [hostile, '${' + hostile + '}', '${secret:' + hostile + '}']) {
      for (let part = 0; part < parts; part++) {
        const project = changeable
          .filter((_, index) => index % parts === part)
          .reduce((before, path) => withText(before, path, () => changed), everyKind)
        for (const command of ['check', 'secrets']) expect(await printedOf(command, project)).not.toMatch(acting)
      }
    }
    for (const path of found.filter((one) => one.at(-1) === 'id')) {
      expect(
        await printedOf(
          'check',
          withText(everyKind, path, () => hostile),
        ),
      ).not.toMatch(acting)
    }
  }, 60_000)

  it('check: with a hostile name of a key', async () => {
    const printed = await printedOf('check', { ...(everyKind as object), [hostile]: 1 })
    expect(printed).not.toMatch(acting)
    expect(printed).toContain('\\u001b')
  })

  it('run: with a hostile text in every name, and in any place', async () => {
    const named = found
      .filter((path) => ['name', 'description', 'url', 'path', 'value', 'text'].includes(String(path.at(-1))))
      .reduce((project, path) => withText(project, path, (before) => before + hostile), everyKind)
    for (const reporter of ['list', 'junit', 'json', 'events'])
      expect(await printedOf('run', named, ...nowhere, '--reporter', reporter)).not.toMatch(acting)
  }, 60_000)

  it('mistakes on the command line', async () => {
    for (const args of [[hostile], ['run', hostile], ['run', 'x', `--${hostile}`], ['check', 'a', hostile], ['serve', hostile]]) {
      const host = createTestHost()
      expect(await main(args, host)).toBe(2)
      expect(host.said).not.toMatch(acting)
      expect(host.said).not.toBe('')
    }
  })

  it('spelled out as JSON does, so that JSON on standard output stays what it was', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 50 })
    fc.assert(
      fc.property(text, (any) => {
        expect(printable(any)).not.toMatch(acting)
        expect(printable(printable(any))).toBe(printable(any))
        expect(JSON.parse(printable(JSON.stringify(any)))).toBe(any)
      }),
    )
  })

  it('has one way out: nothing but the host of the process writes to its outputs', () => {
    const root = new URL('../../', import.meta.url).pathname
    const writers = ['src/companion', 'src/platform/node', 'src/engine'].flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
        .map((path) => `${layer}/${path.replaceAll('\\', '/')}`)
        // Text of scripts, which k6 runs.
        .filter((path) => !path.startsWith('src/engine/load/k6/runtime/'))
        .filter((path) => /process\.(stdout|stderr)|console\.\w+\(/.test(readFileSync(join(root, path), 'utf8'))),
    )
    expect(writers).toEqual(['src/companion/process-host.ts', 'src/companion/program.ts'])
  })
})
