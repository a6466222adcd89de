import { readFile } from 'node:fs/promises'

/** The version of the program; `root` is the folder with `package.json`. */
export async function versionOf(root: string): Promise<string> {
  const manifest = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }
  return manifest.version
}
