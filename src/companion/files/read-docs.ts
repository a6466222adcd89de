import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocPage } from '#engine/tools/tool-session.ts'

/** Pages for users who develop Assay; the page's help leaves them out as well. */
const notHelp: ReadonlySet<string> = new Set(['architecture', 'attack', 'dependencies', 'oauth-conformance'])

/** The installed pages of the documentation. Empty if they weren't installed. */
export async function readDocs(root: string): Promise<DocPage[]> {
  const folder = join(root, 'docs')
  const files = await readdir(folder).catch(() => [])
  const names = files.flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []).filter((name) => !notHelp.has(name))
  return Promise.all(names.toSorted().map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), 'utf8') })))
}
