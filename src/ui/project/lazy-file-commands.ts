import { firstUse } from '../page/first-use.ts'
import type { FileCommandParts, FileCommands } from './file-commands.ts'

const names = [
  'newProject',
  'open',
  'openFile',
  'openAsNew',
  'drop',
  'adopt',
  'replace',
  'save',
  'saveAs',
  'look',
  'import',
  'dropEntries',
  'adoptImported',
  'importInto',
  'seal',
  'duplicate',
  'remove',
] as const satisfies (keyof FileCommands)[]

/** The file commands, loaded when somebody begins to use the page. */
export function lazyFileCommands(parts: FileCommandParts): FileCommands {
  let loaded: Promise<FileCommands> | undefined
  const load = () => (loaded ??= import('./file-commands.ts').then(({ createFileCommands }) => createFileCommands(parts)))
  // What can't be had now is asked for again at the click, which says so.
  firstUse.then(load).catch(() => (loaded = undefined))
  const call =
    (name: (typeof names)[number]) =>
    async (...values: unknown[]) =>
      ((await load())[name] as (...given: unknown[]) => unknown)(...values)
  return {
    ...(Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as FileCommands),
    // The file is asked for at the click, which the browser forgets after five seconds.
    async open(asked = parts.services.files.open('.aprj')) {
      asked.catch(() => undefined)
      return (await load()).open(asked)
    },
  }
}
