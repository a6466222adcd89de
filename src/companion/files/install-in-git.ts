import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '#platform/node/child-process.ts'
import { UsageError } from '../host.ts'
import { programTexts } from '../texts.ts'
import { writeDocument } from './write-document.ts'

const texts = programTexts.merge

/** Which files git gives to the drivers; committed, so that it applies to all clones. */
const attributes = '*.aprj merge=aprj diff=aprj'

/**
 * Makes `assay merge` and `assay diff` git's drivers for `*.aprj` in the repository around `folder`, and returns what it did. The
 * drivers call the program by its full path: git's environment may lack the `PATH` of the terminal. `root` is the folder with `bin`.
 */
export function installInGit(folder: string, root: string): string[] {
  const top = git(folder, ['rev-parse', '--show-toplevel'])
  if (top === undefined) throw new UsageError(texts.noRepository, null)
  const program = [process.execPath, join(root, 'bin', 'assay.js')].map(quoted).join(' ')
  const settings = {
    'merge.aprj.name': 'Assay projects, by ID',
    'merge.aprj.driver': `${program} merge %O %A %B -o %A`,
    'diff.aprj.command': `${program} diff`,
  }
  const done = Object.entries(settings).map(([key, value]) => {
    if (git(top, ['config', '--local', '--get', key]) === value) return texts.already(key)
    if (git(top, ['config', '--local', key, value]) === undefined) throw new UsageError(texts.noRepository, null)
    return texts.set(`${key} = ${value}`)
  })
  const path = join(top, '.gitattributes')
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (before.split(/\r?\n/).includes(attributes)) return [...done, texts.already(path)]
  writeDocument(path, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${attributes}\n`)
  return [...done, texts.set(`${path}: ${attributes}`)]
}

/** A word for the shell that git starts, on Windows too. */
const quoted = (word: string): string => `'${word.replaceAll('\\', '/').replaceAll("'", `'\\''`)}'`

/** What git prints, without the line end; undefined if it fails. */
function git(folder: string, args: string[]): string | undefined {
  const { status, stdout, error } = runToEnd('git', args, folder)
  if (error) throw new UsageError(texts.noGit, null)
  return status === 0 ? stdout.replace(/\r?\n$/, '') : undefined
}
