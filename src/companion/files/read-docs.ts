import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocPage } from '#engine/tools/world.ts'

/** Pages for users who develop Assay; the page's help leaves them out as well. */
const notHelp: ReadonlySet<string> = new Set(['architecture', 'attack', 'dependencies', 'oauth-conformance'])

/** The pages of the documentation that lie beside the program; none where they were not installed. */
export async function readDocs(root: string): Promise<DocPage[]> {
  const folder = join(root, 'docs')
  const files = await readdir(folder).catch(() => [])
  const names = files.flatMap((file) => /^([\w-]+)\.md$/.exec(file)?.[1] ?? []).filter((name) => !notHelp.has(name))
  return Promise.all(names.toSorted().map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), 'utf8') })))
}
