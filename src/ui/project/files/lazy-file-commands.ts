import { firstUse } from '../../page/first-use.ts'
import { lazyCalls, type NamesOf } from '../../page/lazy-calls.ts'
import type { FileCommands } from './file-commands.ts'
import type { FileCommandParts } from './file-command-parts.ts'

const names: NamesOf<FileCommands> = {
  newProject: true,
  open: true,
  openFile: true,
  openAsNew: true,
  drop: true,
  adopt: true,
  replace: true,
  previewMerge: true,
  applyMerge: true,
  resolve: true,
  save: true,
  saveAs: true,
  look: true,
  import: true,
  dropEntries: true,
  adoptImported: true,
  importInto: true,
  seal: true,
  duplicate: true,
  remove: true,
}

/** The file commands, loaded when someone starts to use the page. */
export function lazyFileCommands(parts: FileCommandParts): FileCommands {
  const load = async () => (await import('./file-commands.ts')).createFileCommands(parts)
  const calls = lazyCalls(names, load, firstUse)
  return {
    ...calls,
    // The file is requested at the click, which the browser forgets after five seconds.
    async open(asked = parts.services.files.open('.aprj')) {
      asked.catch(() => undefined)
      return calls.open(asked)
    },
  }
}
