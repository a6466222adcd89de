import { statSync, watch as watchFolder, type FSWatcher } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Project } from '#engine/project/format/schema.ts'
import { exitCodes } from './exit-codes.ts'
import { UsageError, type Host } from './host.ts'
import { tryProjectFile } from './files/read-file.ts'
import { programTexts as texts } from './texts.ts'

/** Milliseconds in which nothing more changes before it is run again: an editor may write a file in several steps. */
const restAfter = 150

/**
 * Runs, and again whenever the project file, or a file that its rows or requests are read from, changes; what changes in a run
 * is followed by another one. Ends with Ctrl+C, with the exit code of the last run, or 130 if that was cut short.
 */
export async function runAndWatch(
  find: () => Promise<readonly string[]>,
  host: Host,
  run: (files: readonly string[]) => Promise<number>,
): Promise<number> {
  const signal = host.interrupted()
  for (;;) {
    const files = await find()
    const paths = [...new Set((await Promise.all(files.map(watchedPaths))).flat())]
    const watched = watchFiles(paths)
    try {
      const code = await run(files).catch((error: unknown) => {
        // What was saved half-way is fixed with the next change.
        if (!(error instanceof UsageError)) throw error
        host.say(`${error.message}\n`)
        return exitCodes.unusable
      })
      if (signal.aborted) return code
      host.say(`${texts.watching(paths.length)}\n`)
      await watched.changed(signal)
      if (signal.aborted) return code
    } finally {
      watched.close()
    }
  }
}

/** The project file and those that it reads; of one that can't be read only itself. Databases are written by runs: they are none. */
async function watchedPaths(file: string): Promise<string[]> {
  const folder = dirname(resolve(file))
  const read = await tryProjectFile(file).then(
    (tried) => tried.read,
    () => undefined,
  )
  const named = read?.ok ? filesOf(read.value.project) : []
  return [...new Set([resolve(file), ...named.map((path) => join(folder, path))])]
}

function filesOf({ dataSources, suites }: Project): string[] {
  const found: string[] = []
  for (const source of dataSources) if ('file' in source) found.push(source.file)
  for (const { cases } of suites)
    for (const { steps } of cases)
      for (const step of steps) {
        if (!('body' in step)) continue
        if (step.body.type === 'file') found.push(step.body.file)
        if (step.body.type === 'multipart') for (const { file } of step.body.parts) if (file !== undefined) found.push(file)
      }
  return found.filter((path) => path !== '' && !path.includes('${'))
}

interface Watched {
  /** Resolves when a file has changed since it was started to watch, or when `signal` is aborted. */
  changed(signal: AbortSignal): Promise<void>
  close(): void
}

/** What of a file tells that it is another one now. */
function stamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/** Watches the folders of files: editors put a new file in the place of the old one. */
function watchFiles(paths: readonly string[]): Watched {
  const before = new Map(paths.map((path) => [path, stamp(path)]))
  const isOther = (): boolean => paths.some((path) => stamp(path) !== before.get(path))
  const names = new Set(paths.map((path) => basename(path)))
  let tell: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => isOther() && tell?.(), restAfter)
  }
  const watchers = [...new Set(paths.map((path) => dirname(path)))].flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watchFolder(folder, (_, name) => (name === null || names.has(name)) && look())
      // A folder that goes away has nothing to watch any more.
      return [watcher.on('error', () => watcher.close())]
    } catch {
      return []
    }
  })
  return {
    changed: (signal) =>
      new Promise((done) => {
        tell = done
        signal.addEventListener('abort', () => done(), { once: true })
        if (signal.aborted) done()
        else if (isOther()) look()
      }),
    close() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
