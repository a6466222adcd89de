import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { escaped } from '#engine/reporters/html/json-for-html.ts'
import { atExit } from '#platform/node/at-exit.ts'
import { spawnChild } from '#platform/node/child-process.ts'
import { makePrivateFolder, removeFolder } from '#platform/node/private-folders.ts'

/** Milliseconds for a browser to come up and read the file. */
const longestUse = 60_000

/**
 * Opens the URL in the user's browser by a file that only this account may read: every account of the machine sees the
 * arguments of a program, and the URL has the pairing code. Where no browser can be opened, the URL is in the terminal.
 * `remove` ends the file early.
 */
export function openPrivately(url: string, environment: Readonly<Record<string, string | undefined>>): { remove(): void } {
  const folder = makePrivateFolder('open')
  const file = join(folder, 'assay.html')
  writeFileSync(file, redirectTo(url), { mode: 0o600, flag: 'wx' })
  openWith(pathToFileURL(file).href, environment)
  const remove = (): void => {
    clearTimeout(timer)
    forget()
    removeFolder(folder)
  }
  const timer = setTimeout(remove, longestUse).unref()
  const forget = atExit(remove)
  return { remove }
}

const redirectTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${escaped(url)}"><title>Assay</title><a href="${escaped(url)}">Open Assay</a>\n`

function openWith(url: string, environment: Readonly<Record<string, string | undefined>>): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  if (program === undefined) return
  spawnChild(program, args, { environment, stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
