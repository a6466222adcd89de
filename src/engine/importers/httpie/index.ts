import { ok } from '#engine/base/result.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { moustache, type Convert } from '../variables/moustache.ts'
import type { OpenedSource } from '../open-source.ts'
import { objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { buildTree, type TreeFolder } from '../tree.ts'
import { readHttpieAuth, readHttpieRequest } from './request.ts'

/** HTTPie Desktop: exports (version 1) of a workspace, collections, requests and environments, one or several. */
export const httpieImporter: Importer<'httpie'> = {
  id: 'httpie',
  detect: (source) => entriesOf(source).length > 0,
  async read(source, draft) {
    const entries = entriesOf(source)
    if (entries.length === 0) return wrongFormat(source.name, 'httpie', texts.noRequests)
    const convert = moustache(draft)
    const [first] = entries
    draft.name(entries.length === 1 || first?.['collections'] !== undefined ? textAt(first, 'name') : '')
    for (const entry of entries) {
      for (const one of objectsOf(entry['environments'])) readEnvironment(one, draft, convert)
      if (Array.isArray(entry['variables'])) readEnvironment(entry, draft, convert)
    }
    const folders = entries.flatMap((entry) => [
      ...objectsOf(entry['collections']).map((one) => folderOf(one, draft, convert)),
      ...(Array.isArray(entry['requests']) ? [folderOf(entry, draft, convert)] : []),
      ...loose(textAt(entry, 'name'), typeof entry['url'] === 'string' ? [entry] : [], draft, convert),
      ...loose(texts.drafts, objectsOf(entry['drafts']), draft, convert),
    ])
    const [only] = folders
    // Several collections are the folders of one.
    if (folders.length === 1 && only && first?.['collections'] === undefined) buildTree(only, draft)
    else if (folders.length > 0) buildTree({ name: draft.project.name, items: folders }, draft)
    return ok(undefined)
  },
}

const entriesOf = ({ files }: OpenedSource): Plain[] =>
  files.flatMap((file) => {
    const value = file.json()
    const entry = objectOf(objectOf(value)?.['entry'])
    return textAt(value, 'meta', 'format') === 'httpie' && entry !== undefined ? [entry] : []
  })

function folderOf(collection: Plain, draft: Draft, convert: Convert): TreeFolder {
  const auth = readHttpieAuth(objectOf(collection['auth']), convert)
  return {
    name: textAt(collection, 'name') || texts.nameless,
    ...(auth ? { auth } : {}),
    items: objectsOf(collection['requests']).map((one) => readHttpieRequest(one, draft, convert)),
  }
}

/** Requests that no collection holds: one that was exported by itself, and drafts of a workspace. */
const loose = (name: string, requests: readonly Plain[], draft: Draft, convert: Convert): TreeFolder[] =>
  requests.length === 0
    ? []
    : [{ name: name || texts.nameless, items: requests.map((one) => readHttpieRequest(one, draft, convert)) }]

/** The default environment is around all others: its variables are the project's. */
function readEnvironment(environment: Plain, draft: Draft, convert: Convert): void {
  const name = textAt(environment, 'name') || 'Environment'
  const variables = objectsOf(environment['variables'])
    .filter((one) => textAt(one, 'name') !== '')
    .map((one) => {
      const [key, value] = [textAt(one, 'name'), textAt(one, 'value')]
      if (one['isSecret'] !== true) return draft.variable(key, convert(value, name))
      const secret = draft.secret(name, key, value)
      if (value === '') draft.leaveOut(name, texts.noValue(key), secret.secret)
      return draft.variable(key, secret)
    })
  if (environment['isDefault'] === true) draft.project.variables.push(...variables)
  else draft.project.environments.push({ id: draft.newId(), name, description: '', insecureHosts: [], variables })
}
