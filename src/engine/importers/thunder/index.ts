import { ok } from '#engine/base/result.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { moustache, type Convert } from '../variables/moustache.ts'
import type { OpenedSource } from '../open-source.ts'
import { objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { buildTree, type TreeFolder, type TreeItem } from '../tree.ts'
import { thunderFolderParts, readThunderRequest } from './request.ts'

/** Thunder Client: exported collections, and the files that it keeps in the folder `thunder-tests` of a repository. */
export const thunderImporter: Importer<'thunder'> = {
  id: 'thunder',
  detect: (source) => {
    const { collections, requests, environments } = documentsOf(source)
    return collections.length + requests.length + environments.length > 0
  },
  async read(source, draft) {
    const { collections, requests, environments } = documentsOf(source)
    if (collections.length + requests.length + environments.length === 0)
      return wrongFormat(source.name, 'thunder', texts.noRequests)
    const convert = moustache(draft)
    if (collections.length === 1) draft.name(nameOf(collections[0]))
    for (const one of environments) readEnvironment(one, draft, convert)
    const trees = collections.map((one) => treeOf(one, requests, draft, convert))
    const known = new Set(collections.map((one) => textAt(one, '_id')))
    const loose = requests.filter((one) => !known.has(textAt(one, 'colId')))
    if (loose.length > 0) trees.push({ name: texts.nameless, items: loose.map((one) => readThunderRequest(one, draft, convert)) })
    const [only] = trees
    // Several collections are the folders of one.
    if (trees.length === 1 && only) buildTree(only, draft)
    else if (trees.length > 1) buildTree({ name: draft.project.name, items: trees }, draft)
    return ok(undefined)
  },
}

interface Documents {
  collections: Plain[]
  /** Requests that stand apart from their collections. */
  requests: Plain[]
  environments: Plain[]
}

function documentsOf({ files }: OpenedSource): Documents {
  const found: Documents = { collections: [], requests: [], environments: [] }
  for (const file of files) {
    const value = file.json()
    for (const one of Array.isArray(value) ? objectsOf(value) : objectsOf([value])) {
      const isExport = textAt(one, 'client') === 'Thunder Client' || textAt(one, 'clientName') === 'Thunder Client'
      if (Array.isArray(one['requests']) ? isExport || 'colName' in one : 'colName' in one) found.collections.push(one)
      else if ('colId' in one && 'url' in one) found.requests.push(one)
      else if (Array.isArray(one['data']) && 'name' in one && ('default' in one || '_id' in one)) found.environments.push(one)
    }
  }
  return found
}

const nameOf = (collection: Plain | undefined): string => textAt(collection, 'colName') || textAt(collection, 'collectionName')

const bySortNumber = (a: Plain, b: Plain): number => (Number(a['sortNum']) || 0) - (Number(b['sortNum']) || 0)

/** Folders and requests name their container. */
function treeOf(collection: Plain, apart: readonly Plain[], draft: Draft, convert: Convert): TreeFolder {
  const id = textAt(collection, '_id')
  const requests = [...objectsOf(collection['requests']), ...apart.filter((one) => textAt(one, 'colId') === id)].toSorted(
    bySortNumber,
  )
  const folders = objectsOf(collection['folders']).toSorted(bySortNumber)
  const known = new Set(folders.map((one) => textAt(one, '_id')))
  const seen = new Set<string>()
  const placeOf = (one: Plain): string => (known.has(textAt(one, 'containerId')) ? textAt(one, 'containerId') : '')
  const itemsIn = (container: string): TreeItem[] => [
    ...requests.filter((one) => placeOf(one) === container).map((one) => readThunderRequest(one, draft, convert)),
    ...folders
      .filter((one) => placeOf(one) === container && !seen.has(textAt(one, '_id')))
      .map((one): TreeFolder => {
        const own = textAt(one, '_id')
        seen.add(own)
        return { name: textAt(one, 'name') || texts.nameless, ...thunderFolderParts(one, draft, convert), items: itemsIn(own) }
      }),
  ]
  return { name: nameOf(collection) || texts.nameless, ...thunderFolderParts(collection, draft, convert), items: itemsIn('') }
}

function readEnvironment(document: Plain, draft: Draft, convert: Convert): void {
  const name = textAt(document, 'name') || 'Environment'
  const variables = objectsOf(document['data'])
    .filter((one) => textAt(one, 'name') !== '' && one['isDisabled'] !== true)
    .map((one) => {
      const [key, value] = [textAt(one, 'name'), textAt(one, 'value')]
      return draft.variable(key, one['isSecret'] === true ? draft.secret(name, key, value) : convert(value, name))
    })
  const isGlobal = objectOf(document)?.['globalEnv'] === true || /^\(?global/i.test(name)
  if (isGlobal) draft.project.variables.push(...variables)
  else draft.project.environments.push({ id: draft.newId(), name, description: '', insecureHosts: [], variables })
}
