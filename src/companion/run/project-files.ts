import { readdir, stat } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { UsageError } from '../host.ts'
import { unreadable } from '../files/read-file.ts'
import { programTexts as texts } from '../texts.ts'

/** What a folder is not searched for: packages have projects of their own, and so has git. */
const isSkipped = (name: string): boolean => name === 'node_modules' || name.startsWith('.')

const hasWildcard = (path: string): boolean => /[*?[{]/.test(path)

/**
 * The project files that arguments of a command name, in order, each once: a file as it is, of a folder every `.aprj` below it, of a glob those
 * that match. UsageError for an argument that yields none.
 */
export async function projectFiles(args: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const arg of args) for (const path of await filesOf(arg)) found.add(path)
  return [...found]
}

async function filesOf(arg: string): Promise<string[]> {
  const about = await stat(arg).catch(() => undefined)
  if (about?.isDirectory()) return some(await below(arg), texts.emptyFolder(arg))
  // A file may be called so; a missing one is refused when it is read.
  if (about || !hasWildcard(arg)) return [arg]
  return some(await matching(arg.replaceAll(sep, '/')), texts.nothingMatches(arg))
}

function some(paths: string[], whyNone: string): string[] {
  if (paths.length === 0) throw new UsageError(whyNone, null)
  return paths
}

/** The project files below a folder, sorted by folder and name. */
async function below(folder: string, isWanted = (path: string): boolean => path.endsWith('.aprj')): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  const found: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' || folder === '.' ? entry.name : join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(isSkipped(entry.name) ? [] : await below(path, isWanted)))
    else if (isWanted(path)) found.push(path)
  }
  return found
}

async function matching(glob: string): Promise<string[]> {
  const { default: picomatch } = await import('picomatch')
  const { base } = picomatch.scan(glob)
  const isMatch = picomatch(posix.normalize(glob))
  if ((await stat(base || '.').catch(() => undefined)) === undefined) return []
  return below(base || '.', (path) => isMatch(path.replaceAll(sep, '/')))
}
