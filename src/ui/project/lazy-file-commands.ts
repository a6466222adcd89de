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

/** The file commands, loaded with the first of them. */
export function lazyFileCommands(parts: FileCommandParts): FileCommands {
  let loaded: Promise<FileCommands> | undefined
  const load = () => (loaded ??= import('./file-commands.ts').then(({ createFileCommands }) => createFileCommands(parts)))
  const call =
    (name: (typeof names)[number]) =>
    async (...values: unknown[]) =>
      ((await load())[name] as (...given: unknown[]) => unknown)(...values)
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as FileCommands
}
