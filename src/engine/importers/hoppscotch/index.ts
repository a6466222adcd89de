import { ok } from '#engine/base/result.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import type { Draft } from '../draft.ts'
import { deepestFolder } from '../limits.ts'
import type { Importer } from '../importer.ts'
import { moustache, type Convert } from '../variables/moustache.ts'
import type { OpenedSource } from '../open-source.ts'
import { listOf, objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { buildTree, type TreeFolder } from '../tree.ts'
import { hoppscotchPairs, readHoppscotchAuth, readHoppscotchRequest, scriptAt } from './request.ts'

/** Hoppscotch: collections and environments, one or a list of them in a file. */
export const hoppscotchImporter: Importer<'hoppscotch'> = {
  id: 'hoppscotch',
  detect: (source) => documentsOf(source).length > 0,
  async read(source, draft) {
    const documents = documentsOf(source)
    if (documents.length === 0) return wrongFormat(source.name, 'hoppscotch', texts.noRequests)
    const convert = moustache(draft, /<<([^<>]+)>>/g)
    const collections = documents.filter(isCollection)
    const [first] = collections
    draft.name(collections.length === 1 ? textAt(first, 'name') : '')
    for (const document of documents) if (!isCollection(document)) readEnvironment(document, draft, convert)
    for (const collection of collections) draft.project.variables.push(...variablesOf(collection, draft, convert))
    // Several collections are the folders of one.
    if (collections.length === 1 && first) buildTree(folderOf(first, draft, convert, 0), draft)
    else if (collections.length > 1)
      buildTree({ name: draft.project.name, items: collections.map((one) => folderOf(one, draft, convert, 0)) }, draft)
    return ok(undefined)
  },
}

const documentsOf = ({ files }: OpenedSource): Plain[] =>
  files.flatMap((file) => {
    const value = file.json()
    const objects = Array.isArray(value) ? objectsOf(value) : objectsOf([value])
    return objects.every((one) => isCollection(one) || isEnvironment(one)) ? objects : []
  })

const isCollection = (value: Plain): boolean =>
  Array.isArray(value['folders']) &&
  Array.isArray(value['requests']) &&
  typeof value['name'] === 'string' &&
  !('order' in value) &&
  !('client' in value) &&
  (value['v'] !== undefined || holdsRequest(value))

/** Collections without a version, which older Hoppscotch exported, are known by a request: of REST, before that in parts, or of GraphQL. */
const holdsRequest = (folder: Plain): boolean =>
  objectsOf(folder['requests']).some((one) => 'endpoint' in one || ('url' in one && ('path' in one || 'query' in one))) ||
  objectsOf(folder['folders']).some(holdsRequest)

const isEnvironment = (value: Plain): boolean =>
  typeof value['name'] === 'string' &&
  Array.isArray(value['variables']) &&
  (value['v'] !== undefined || objectsOf(value['variables']).some((one) => 'secret' in one)) &&
  listOf(value['variables']).every((one) => typeof objectOf(one)?.['key'] === 'string')

function folderOf(folder: Plain, draft: Draft, convert: Convert, depth: number): TreeFolder {
  const name = textAt(folder, 'name') || texts.nameless
  if (depth > deepestFolder) {
    draft.leaveOut(name, texts.tooDeep)
    return { name, items: [] }
  }
  const auth = readHoppscotchAuth(objectOf(folder['auth']), convert)
  return {
    name,
    description: textAt(folder, 'description'),
    ...(auth ? { auth } : {}),
    headers: hoppscotchPairs(folder['headers'], convert),
    // Those of a collection are the project's.
    variables: depth === 0 ? [] : variablesOf(folder, draft, convert),
    before: [scriptAt(folder, 'preRequestScript')],
    after: [scriptAt(folder, 'testScript')],
    items: [
      ...objectsOf(folder['requests']).map((one) => readHoppscotchRequest(one, draft, convert)),
      ...objectsOf(folder['folders']).map((one) => folderOf(one, draft, convert, depth + 1)),
    ],
  }
}

/** Variables of a collection, a folder or an environment; what is in it now comes before what it started with. */
function variablesOf(holder: Plain, draft: Draft, convert: Convert): Variable[] {
  const where = textAt(holder, 'name')
  return objectsOf(holder['variables'])
    .filter((one) => textAt(one, 'key') !== '')
    .map((one) => {
      const key = textAt(one, 'key')
      const value = textAt(one, 'currentValue') || textAt(one, 'initialValue') || textAt(one, 'value')
      if (one['secret'] !== true) return draft.variable(key, convert(value, where))
      const secret = draft.secret(where, key, value)
      if (value === '') draft.leaveOut(where, texts.noValue(key), secret.secret)
      return draft.variable(key, secret)
    })
}

/** An environment; the one that is called Global holds for all. */
function readEnvironment(document: Plain, draft: Draft, convert: Convert): void {
  const name = textAt(document, 'name') || 'Environment'
  const variables = variablesOf(document, draft, convert)
  if (name.toLowerCase() === 'global') draft.project.variables.push(...variables)
  else draft.project.environments.push({ id: draft.newId(), name, description: '', insecureHosts: [], variables })
}
