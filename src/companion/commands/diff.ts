import { stat } from 'node:fs/promises'
import { oneLine } from '#engine/base/printable.ts'
import { changesBetween, type NamedChange } from '#engine/merge/changes.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { exitCodes } from '../exit-codes.ts'
import { readProjectFile, tryProjectFile } from '../files/read-file.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { programTexts } from '../texts.ts'

const texts = programTexts.diff

/**
 * `assay diff A B`: lists what changed between two versions of a project, by names. With the arguments that git passes to an
 * external diff, a file that can't be read is named, because an error would end git's whole output.
 */
export async function diff(args: string[], host: Host): Promise<number> {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } })
  if (positionals.length === 7 || positionals.length === 9) return diffForGit(positionals, host)
  const [before, after, more] = positionals
  if (before === undefined || after === undefined) throw new UsageError(texts.files)
  if (more !== undefined) throw new UsageError(programTexts.unexpected(more))
  const [old, current] = [(await readProjectFile(before)).project, (await readProjectFile(after)).project]
  const changes = changesBetween(old, current)
  host.out.write(values.json ? `${JSON.stringify(changes, null, 2)}\n` : changes.length === 0 ? texts.none : textOf(changes))
  return exitCodes.passed
}

/** The arguments of git's external diff: path, old file, its hash and mode, new file, its hash and mode, and for renames the new path. */
async function diffForGit([path = '', before = '', , , after = '', , , to = path]: string[], host: Host): Promise<number> {
  const [old, current] = [await projectOf(before), await projectOf(after)]
  if (old === 'unreadable' || current === 'unreadable') host.out.write(texts.unreadable(to))
  else if (old && current) host.out.write(`${texts.title(to)}${textOf(changesBetween(old, current))}`)
  else if (current) host.out.write(texts.whole(to, '+', current.name))
  else if (old) host.out.write(texts.whole(path, '-', old.name))
  return exitCodes.passed
}

/** The project of a file; undefined for the empty file that stands for none. */
async function projectOf(path: string): Promise<Project | 'unreadable' | undefined> {
  const isNone =
    path === '/dev/null' ||
    (await stat(path).then(
      ({ size }) => size === 0,
      () => true,
    ))
  if (isNone) return undefined
  const { read } = await tryProjectFile(path)
  return read.ok ? read.value.project : 'unreadable'
}

const textOf = (changes: readonly NamedChange[]): string =>
  changes.map((change) => `  ${oneLine(`${texts.signs[change.what]} ${change.path}${detailOf(change)}`)}\n`).join('')

function detailOf({ what, before = '', after = '' }: NamedChange): string {
  if (what === 'added' || what === 'removed') return ''
  return `: ${texts.from(before || 'no value', after || 'no value')}`
}
