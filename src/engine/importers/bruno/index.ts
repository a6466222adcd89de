import { ok } from '#engine/base/result.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import type { Draft } from '../draft.ts'
import { pair } from '../request/body.ts'
import type { Importer } from '../importer.ts'
import { moustache, type Convert } from '../variables/moustache.ts'
import type { OpenedFile, OpenedSource } from '../open-source.ts'
import { member, objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { buildTree, type TreeFolder, type TreeItem } from '../tree.ts'
import { parseBru } from './bru.ts'
import { itemOfYaml } from './open-collection.ts'
import { localModules } from './local-modules.ts'
import { brunoFolderParts, readBrunoRequest, variablesOf, type WithModules } from './request.ts'

/** Bruno: a collection as a folder (`.bru` or OpenCollection YAML), an archive of it, or its JSON export. */
export const brunoImporter: Importer<'bruno'> = {
  id: 'bruno',
  detect: async ({ files }) =>
    files.some(({ path }) => /\.bru$|(^|\/)opencollection\.ya?ml$/.test(path)) ||
    files.some((file) => isExport(file.json())) ||
    (files.length === 1 && /\.ya?ml$/.test(files[0]?.path ?? '') && textAt(await files[0]?.data(), 'opencollection') !== ''),
  async read(source, draft) {
    const convert = moustache(draft)
    const documents = await documentsOf(source)
    if (documents === undefined) return wrongFormat(source.name, 'bruno', texts.noRequests)
    draft.name(documents.name)
    if (documents.ignored !== undefined) draft.leaveOut(documents.ignored, texts.exportBesideFiles)
    for (const environment of documents.environments) readEnvironment(environment, draft, convert)
    const root = folderOf(documents.root, documents.items, draft, convert, localModules(source.files, baseOf(source.files)))
    draft.project.description = root.description ?? ''
    draft.project.variables.push(...(root.variables ?? []))
    const headers = root.headers ?? []
    const isNamed = headers.some((one) => one.name.toLowerCase() === 'accept')
    const own = isNamed ? headers : [...headers, pair('Accept', brunoAccept)]
    buildTree({ ...root, outwards: documents.outwards, headers: own, name: documents.name || draft.project.name }, draft)
    return ok(undefined)
  },
}

/** What Bruno accepts unless a request says otherwise. */
const brunoAccept = 'application/json, text/plain, */*'

const isExport = (value: unknown): value is Plain =>
  Array.isArray(member(value, 'items')) &&
  objectsOf(member(value, 'items')).every((one) => typeof one['type'] === 'string' && typeof one['name'] === 'string') &&
  member(value, 'name') !== undefined

/** A collection in the form of Bruno's JSON export, which all its forms are brought into. */
interface Documents {
  name: string
  root: Plain
  items: Plain[]
  environments: Plain[]
  /** Scripts after a response run from the request outwards, unless the collection says "sequential". */
  outwards: boolean
  /** The path of an export beside the files that are read. */
  ignored?: string
}

/** The files of a collection, or its export; of both the files, which Bruno runs. */
async function documentsOf(source: OpenedSource): Promise<Documents | undefined> {
  const exported = source.files.find((file) => isExport(file.json()))
  if (exported === undefined) return documentsInFiles(source)
  if (source.files.some(({ path }) => /(^|\/)bruno\.json$/.test(path))) {
    const inFiles = await documentsInFiles(source)
    if (inFiles !== undefined && inFiles.items.length > 0) return { ...inFiles, ignored: exported.path }
  }
  const value = objectOf(exported.json()) ?? {}
  return {
    name: textAt(value, 'name'),
    root: objectOf(value['root']) ?? {},
    items: objectsOf(value['items']),
    environments: objectsOf(value['environments']),
    outwards: runsOutwards(objectOf(value['brunoConfig'])),
  }
}

async function documentsInFiles({ name, files }: OpenedSource): Promise<Documents | undefined> {
  const base = baseOf(files)
  const inside = files.filter(({ path }) => path.startsWith(base))
  const tree = createFolder('')
  const environments: Plain[] = []
  let title = ''
  let config: Plain | undefined
  for (const file of inside) {
    const path = file.path.slice(base.length)
    if (path === 'bruno.json') {
      config = objectOf(file.json())
      title ||= textAt(config, 'name')
    }
    const value = await documentOf(file, path)
    if (value === undefined) continue
    const names = path.split('/')
    const leaf = (names.pop() ?? '').replace(/\.(bru|ya?ml)$/, '')
    if (names[0] === 'environments') environments.push({ ...value, name: textAt(value, 'name') || leaf })
    else {
      const folder = names.reduce(childOf, tree)
      if (/^(collection|opencollection)$/.test(leaf) && names.length === 0) {
        folder.root = value
        title ||= textAt(value, 'name')
        environments.push(...objectsOf(value['environments']))
      } else if (leaf === 'folder') folder.root = value
      else folder.requests.push({ ...value, name: textAt(value, 'name') || leaf })
    }
  }
  const items = itemsOf(tree)
  return items.length === 0 && environments.length === 0
    ? undefined
    : { name: title || name, root: tree.root, items, environments, outwards: runsOutwards(config) }
}

const runsOutwards = (config: Plain | undefined): boolean => textAt(config, 'scripts', 'flow') !== 'sequential'

interface FolderInFiles {
  name: string
  root: Plain
  folders: Map<string, FolderInFiles>
  requests: Plain[]
}

const createFolder = (name: string): FolderInFiles => ({ name, root: {}, folders: new Map(), requests: [] })

function childOf(folder: FolderInFiles, name: string): FolderInFiles {
  const known = folder.folders.get(name) ?? createFolder(name)
  folder.folders.set(name, known)
  return known
}

/** The items of a folder in the order in which Bruno runs them: folders, then requests by their number. */
function itemsOf(folder: FolderInFiles): Plain[] {
  const folders = Array.from(folder.folders.values(), (inner) => ({
    type: 'folder',
    name: textAt(inner.root, 'name') || inner.name,
    seq: inner.root['seq'],
    root: inner.root,
    items: itemsOf(inner),
  })).filter(({ items }) => items.length > 0)
  return [...foldersInOrder(folders), ...folder.requests.toSorted((a, b) => numberOf(a) - numberOf(b))]
}

/** Without a number it is one of the first. */
const numberOf = (one: Plain): number => {
  const number = Number(one['seq'] ?? 1)
  return Number.isNaN(number) ? 1 : number
}

/** By name; a folder with a number comes to the place of that number. */
function foldersInOrder<T extends Plain & { name: string }>(folders: readonly T[]): T[] {
  const hasNumber = (one: T) => Number.isInteger(Number(one['seq'] ?? NaN)) && Number(one['seq']) > 0
  const made = folders.filter((one) => !hasNumber(one)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const one of folders.filter(hasNumber).toSorted((a, b) => numberOf(a) - numberOf(b)))
    made.splice(numberOf(one) - 1, 0, one)
  return made
}

/** The folder that holds the collection, if it is not the outermost. */
function baseOf(files: readonly OpenedFile[]): string {
  const marks = files
    .filter(({ path }) => /(^|\/)(bruno\.json|opencollection\.ya?ml)$/.test(path))
    .map(({ path }) => path.replace(/[^/]*$/, ''))
  return marks.toSorted((a, b) => a.length - b.length)[0] ?? ''
}

async function documentOf(file: OpenedFile, path: string): Promise<Plain | undefined> {
  if (path.endsWith('.bru')) return parseBru(file.text() ?? '')
  if (!/\.ya?ml$/.test(path)) return undefined
  const value = objectOf(await file.data())
  return value === undefined || !isPart(value, path) ? undefined : itemOfYaml(value)
}

/** Whether a YAML document is one of the collection: a repository has others beside it. */
const isPart = (value: Plain, path: string): boolean =>
  path.startsWith('environments/') ||
  (!/(^|\/)(\.|node_modules\/)/.test(path) &&
    !['openapi', 'swagger', 'asyncapi'].some((key) => value[key] !== undefined) &&
    ['info', 'http', 'graphql', 'request'].some((key) => objectOf(value[key]) !== undefined))

function folderOf(root: Plain, items: readonly Plain[], draft: Draft, convert: Convert, modules: WithModules): TreeFolder {
  const inner = items.flatMap((item) => treeItem(item, draft, convert, modules))
  return { name: '', ...brunoFolderParts(root, draft, convert, modules), items: inner }
}

function treeItem(item: Plain, draft: Draft, convert: Convert, modules: WithModules): TreeItem[] {
  const name = textAt(item, 'name') || texts.nameless
  const type = textAt(item, 'type')
  if (type === 'folder')
    return [{ ...folderOf(objectOf(item['root']) ?? {}, objectsOf(item['items']), draft, convert, modules), name }]
  if (!/^(http|graphql)(-request)?$|^$/.test(type) || objectOf(item['request']) === undefined) {
    if (type !== 'js') draft.leaveOut(name, texts.otherRequest(type || 'unknown'))
    return []
  }
  return [readBrunoRequest(item, name, draft, convert, modules)]
}

function readEnvironment(environment: Plain, draft: Draft, convert: Convert): void {
  const name = textAt(environment, 'name') || 'Environment'
  const variables: Variable[] = []
  for (const one of objectsOf(environment['variables'])) {
    if (one['enabled'] === false || one['disabled'] === true || textAt(one, 'name') === '') continue
    const value = textAt(one, 'value')
    if (one['secret'] !== true) {
      variables.push(...variablesOf(one, draft, convert, name))
      continue
    }
    const secret = draft.secret(name, textAt(one, 'name'), value)
    variables.push(draft.variable(textAt(one, 'name'), secret))
    if (value === '') draft.leaveOut(name, texts.noValue(textAt(one, 'name')), secret.secret)
  }
  draft.project.environments.push({ id: draft.newId(), name, description: '', insecureHosts: [], variables })
}
