import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandHelp } from './help-texts.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
)

/** The command lines in code of a page, in blocks and inside of prose: the command and what follows it. */
function commandLines(text: string): [line: string, command: string, rest: string][] {
  const blocks = [...text.matchAll(/^```.*?\n(.*?)^```/gms)].map(([, block = '']) => block.replaceAll(/\s*\\\n\s*/g, ' '))
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline].flatMap((code) =>
    [...code.matchAll(/(?<=^|[\s'])assay ([a-z]+)\b([^\n']*)/gm)].map(
      ([line, command = '', rest = '']): [string, string, string] => [line, command, rest],
    ),
  )
}

/** Why a command line can't be used, by the help of its command. */
function faultsOf([line, command, rest]: [string, string, string]): string[] {
  const help = (commandHelp as Record<string, string | undefined>)[command]
  if (help === undefined) return [`${line}: there is no command ${command}`]
  const options = Array.from(rest.matchAll(/(?<=\s)(--[a-z][\w-]*|-[a-z](?=\s))/g), ([option]) => option)
  const known = `${help} --help`
  return options
    .filter((option) => !new RegExp(`(?<![\\w-])${option}(?![\\w-])`).test(known))
    .map((option) => `${line}: no ${option}`)
}

describe('[P5] command lines in the docs', () => {
  it('name commands and options that exist', () => {
    const all = pages.map((path) => ({ path, lines: commandLines(readFileSync(join(root, path), 'utf8')) }))
    expect(all.flatMap(({ lines }) => lines).length).toBeGreaterThan(50)
    expect(all.flatMap(({ path, lines }) => lines.flatMap(faultsOf).map((fault) => `${path}: ${fault}`))).toEqual([])
  })

  it('are found in blocks and in prose, and refused if they are wrong', () => {
    const page = 'Use `assay fly` or\n\n```sh\nnpx assay run a.aprj \\\n  --retry 2 --retries 3\n```\n'
    expect(commandLines(page).flatMap(faultsOf)).toEqual([
      'assay run a.aprj --retry 2 --retries 3: no --retries',
      'assay fly: there is no command fly',
    ])
  })
})
