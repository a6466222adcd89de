import { lstatSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { oneLine } from '#engine/base/printable.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { shortId } from '#engine/base/ids.ts'
import { importedSize } from '#engine/importers/imported-size.ts'
import { groupLeftOut } from '#engine/importers/group-left-out.ts'
import { importerFacts, importerIds, isImporterId, type ImporterId } from '#engine/importers/facts.ts'
import { largestImport, mostFiles } from '#engine/importers/limits.ts'
import { mergeInto } from '#engine/importers/merge-into.ts'
import { importToRun } from '#engine/case-builder/first-run.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import type { ImportFile, ImportSource } from '#engine/importers/source.ts'
import { importerTexts as importTexts } from '#engine/importers/texts.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { secretIdsIn } from '#engine/project/secret-ids.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { exitCodes } from '../exit-codes.ts'
import { filesBelow } from '../files/files-below.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { readProjectFile, refusalOf, unreadable } from '../files/read-file.ts'
import { writeDocument } from '../files/write-document.ts'
import { programTexts as texts } from '../texts.ts'

/** Folders that hold nothing to import. */
const ignored = new Set(['.git', 'node_modules', '.DS_Store'])

/**
 * `assay import [KIND] SOURCE -o FILE.aprj [--into SUITE] [--root FOLDER]`: converts the export of another tool to a project,
 * or to a suite of one. Lists what was omitted. Exit code 0, or 2 for an unusable source; then nothing is written.
 */
export async function importCommand(args: string[], host: Host): Promise<number> {
  const { kind, source, root, output, into, secretsTo } = argumentsOf(args)
  const target = into === undefined ? undefined : (await readProjectFile(output)).project
  if (target === undefined && exists(output)) throw new UsageError(texts.importOver(output))
  const result = await importToRun(kind, await readSource(source, root), newId)
  if (!result.ok) throw new UsageError(`${result.error.message}\n${result.error.hint ?? ''}`, null)
  const made = place(result.value, target, into)
  const text = writeProject(made.project)
  // The result is read back before it replaces a file.
  const check = readProject(text)
  if (!check.ok) throw new UsageError(`${importTexts.damaged(source, result.value.kind)}\n${check.error.message}`, null)
  writeDocument(output, text)
  if (secretsTo !== undefined) await writeSecrets(secretsTo, made.secrets)
  report(made, result.value.kind, { output, secretsTo, known: target ? secretIdsIn(target) : new Set() }, host)
  return exitCodes.passed
}

type Made = Pick<Imported, 'project' | 'secrets' | 'leftOut'>

const place = (imported: Imported, target: Project | undefined, into: string | undefined): Made =>
  target === undefined || into === undefined ? imported : mergeInto(target, imported, into, newId)

const newId = (): string => shortId((length) => crypto.getRandomValues(new Uint8Array(length)))

interface Arguments {
  kind: ImporterId | 'auto'
  source: string
  /** The folder in which lies what the source refers to; undefined: its own. */
  root: string | undefined
  output: string
  into: string | undefined
  secretsTo: string | undefined
}

function argumentsOf(args: string[]): Arguments {
  const { values, positionals } = parseOptions(args, {
    output: { type: 'string', short: 'o' },
    into: { type: 'string' },
    'secrets-to': { type: 'string' },
    root: { type: 'string' },
    timeout: { type: 'string' },
  })
  const isNamed = positionals[0] === 'auto' || isImporterId(positionals[0] ?? '')
  const [kind = '', source, more] = positionals.length === 1 && !isNamed ? ['auto', ...positionals] : positionals
  if (source === undefined) throw new UsageError(texts.importSource)
  if (kind !== 'auto' && !isImporterId(kind)) throw new UsageError(texts.importKind(kind, importerIds))
  if (more !== undefined) throw new UsageError(texts.unexpected(more))
  if (values.output === undefined || values.output === '') throw new UsageError(texts.importOutput)
  return { kind, source, root: values.root, output: values.output, into: values.into, secretsTo: values['secrets-to'] }
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** A file, or all files of a folder below it; links are not followed. What a file refers to is read below `root`. */
async function readSource(path: string, root: string | undefined): Promise<ImportSource> {
  try {
    const given = resolve(path)
    const isFolder = (await stat(given)).isDirectory()
    const base = isFolder ? given : root === undefined ? dirname(given) : resolve(root)
    if (relative(base, given).split(sep)[0] === '..') throw new UsageError(texts.importRoot(path, root ?? ''))
    const environments = isFolder ? [] : environmentsOf(given)
    const paths = isFolder ? await filesOf(given) : [given, ...environments]
    let size = 0
    const files: ImportFile[] = []
    for (const file of paths) {
      size += (await stat(file)).size
      if (size > largestImport) throw new UsageError(importTexts.tooLarge(path, size), null)
      const name = environments.includes(file) ? basename(file) : relative(base, file).split(sep).join('/')
      files.push({ path: name, bytes: new Uint8Array(await readFile(file)) })
    }
    return { name: basename(given), files, ...(isFolder ? {} : { beside: filesBelow(base) }) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw unreadable(path, error)
  }
}

/** Folders above a `.http` file that are looked at for its environments. */
const mostFoldersAbove = 8

/** The environments of a `.http` file, as its tools find them: in its folder, or in the nearest one above. */
function environmentsOf(file: string): string[] {
  if (!/\.(http|rest)$/i.test(file)) return []
  let folder = dirname(file)
  for (let above = 0; above < mostFoldersAbove; above++, folder = dirname(folder)) {
    const found = ['http-client.env.json', 'http-client.private.env.json'].map((name) => join(folder, name)).filter(isFile)
    if (found.length > 0) return found
  }
  return []
}

async function filesOf(root: string): Promise<string[]> {
  const found: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (ignored.has(entry.name)) continue
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else if (entry.isFile()) found.push(join(folder, entry.name))
      if (found.length > mostFiles) throw new UsageError(importTexts.tooManyFiles(root, found.length), null)
    }
  return found
}

/** Lines that a shell reads, for its user alone. */
async function writeSecrets(path: string, secrets: ReadonlyMap<string, string>): Promise<void> {
  const lines = Array.from(secrets, ([id, value]) => `export ${secretVariable(id)}='${value.replaceAll("'", "'\\''")}'\n`)
  try {
    await writeFile(path, lines.join(''), { mode: 0o600 })
  } catch (error) {
    throw new UsageError(texts.documentUnwritable(path, refusalOf(error)), null)
  }
}

/** Where it went, and the secrets that were in the project before. */
interface Written {
  output: string
  secretsTo: string | undefined
  known: ReadonlySet<string>
}

function report(made: Made, kind: ImporterId, { output, secretsTo, known }: Written, host: Host): void {
  host.say(`${texts.imported(importerFacts[kind].title, output, importTexts.size(importedSize(made.project)))}\n`)
  const missing = [...secretIdsIn(made.project)].filter((id) => !made.secrets.has(id) && !known.has(id))
  // Those are listed below, with the variables that give them to runs.
  const leftOut = made.leftOut.filter(({ secret }) => secret === undefined || !missing.includes(secret))
  if (leftOut.length > 0) {
    host.say(`${texts.leftOut}\n`)
    for (const { title, items } of groupLeftOut(leftOut)) {
      if (title !== undefined) host.say(`  ${oneLine(title)}\n`)
      const indent = title === undefined ? '  ' : '    '
      for (const { where, what } of items) host.say(`${indent}${oneLine([where, what].filter(Boolean).join(': '))}\n`)
    }
  }
  const ids = [...made.secrets.keys()]
  if (ids.length > 0)
    host.say(`${secretsTo === undefined ? texts.importedSecrets(ids.length) : texts.secretsWritten(secretsTo)}\n`)
  if (secretsTo === undefined) saySecrets(ids, host)
  if (missing.length > 0) host.say(`${texts.missingSecrets(missing.length)}\n`)
  saySecrets(missing, host)
}

function saySecrets(ids: readonly string[], host: Host): void {
  for (const id of ids) host.say(`  ${oneLine(id)}  ${secretVariable(id)}\n`)
}
