import { ok } from '#engine/base/result.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import { createResponseReferences } from '../response-references.ts'
import type { OpenedFile } from '../open-source.ts'
import { listOf, member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'
import { buildTree, type TreeItem, type TreeRequest } from '../tree.ts'
import { insomniaFolderParts, readInsomniaRequest } from './request.ts'
import { insomniaTemplates, type Convert } from './templates.ts'
import { addUnitTests } from './unit-tests.ts'
import { parseApi } from '#engine/api/document.ts'

/** Insomnia: exports of version 4 (JSON or YAML), the folder `.insomnia` of its Git Sync, and collections of version 5 (YAML), one or several. */
export const insomniaImporter: Importer<'insomnia'> = {
  id: 'insomnia',
  detect: async ({ files }) =>
    (await Promise.all(files.filter(mayBe).map((file) => file.data()))).some(
      (value) => isV4(value) || isV5(value) || (isSynced(value) && value['type'] === 'Workspace'),
    ),
  async read({ name, files }, draft) {
    const values = await Promise.all(files.filter(mayBe).map((file) => file.data()))
    const found = [
      ...values.flatMap((value) => (isV5(value) ? [collectionOfV5(value)] : isV4(value) ? collectionsOfV4(value) : [])),
      ...collectionsOfV4({ resources: values.filter(isSynced).map((one) => ({ ...one, _type: typeOf(one) })) }),
    ]
    if (found.length === 0) return wrongFormat(name, 'insomnia', texts.noRequests)
    const requests = new Map<string, TreeRequest>()
    const names = new Map(found.flatMap(({ items }) => items.flatMap((item) => namesOf(item, 0))))
    const answers = createResponseReferences(draft, (id) => names.get(id) ?? 'answer')
    const convert = insomniaTemplates(draft, answers)
    draft.name(found[0]?.name ?? '')
    for (const { environments } of found) readEnvironments(environments, draft, convert)
    const trees = found.map(({ name: title, description, items }) => {
      draft.project.description = [draft.project.description, description].filter(Boolean).join('\n\n')
      return {
        name: title || draft.project.name,
        items: items.flatMap((item) => treeItem(item, { draft, convert, requests }, 0)),
      }
    })
    for (const id of answers.requests()) {
      const request = requests.get(id)
      if (request === undefined) draft.leaveOut('', texts.noAnswerOf(id))
      else request.keeps = answers.keepsOf(id)
    }
    for (const { tests, specs, mocks } of found) {
      addUnitTests(tests, requests, draft)
      await addSpecs(specs, draft)
      if (mocks > 0) draft.leaveOut('', texts.mocks(mocks))
    }
    for (const tree of trees) buildTree(tree, draft, trees.length === 1)
    return ok(undefined)
  },
}

/** Cheap: YAML is read only where the text says that it may be one of these. */
const mayBe = (file: OpenedFile): boolean => /insomnia|__export_format|^_id: [\w-]+_/.test(file.text()?.slice(0, 4000) ?? '')

const isV4 = (value: unknown): value is Plain =>
  Array.isArray(member(value, 'resources')) &&
  (member(value, '_type') === 'export' || member(value, '__export_format') !== undefined)

const isV5 = (value: unknown): value is Plain =>
  /^(collection|spec|environment|mock)\.insomnia\.rest\/5/.test(textAt(value, 'type'))

/** A file of the folder `.insomnia`: one resource of version 4, whose type is written `RequestGroup`, not `request_group`. */
const isSynced = (value: unknown): value is Plain =>
  textAt(value, '_id') !== '' && typeof member(value, 'type') === 'string' && member(value, 'parentId') !== undefined

const typeOf = (one: Plain): string =>
  textAt(one, 'type')
    .replace('WebSocket', 'Websocket')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()

/** A workspace; items are in the form of version 5: folders have `children`. */
interface Collection {
  name: string
  description: string
  items: Plain[]
  /** The base environment first. */
  environments: Plain[]
  /** Unit tests of a design document. */
  tests: Plain[]
  /** Descriptions of APIs, as a string or as what it says. */
  specs: unknown[]
  /** How many mock servers are in it. */
  mocks: number
}

function collectionOfV5(value: Plain): Collection {
  const base = objectOf(value['environments'])
  return {
    name: textAt(value, 'name'),
    description: textAt(value, 'meta', 'description'),
    items: objectsOf(value['collection']).toSorted(bySortKey),
    environments: base === undefined ? [] : [base, ...objectsOf(base['subEnvironments'])],
    tests: objectsOf(value['testSuites']).flatMap((suite) => objectsOf(suite['tests'])),
    specs: [member(value, 'spec', 'contents')],
    mocks: textAt(value, 'type').startsWith('mock.') ? 1 : 0,
  }
}

function collectionsOfV4(value: Plain): Collection[] {
  const resources = objectsOf(value['resources'])
  const children = new Map<string, Plain[]>()
  for (const one of resources) {
    const parent = textAt(one, 'parentId')
    const known = children.get(parent)
    if (known) known.push(one)
    else children.set(parent, [one])
  }
  const inside = (type: string, parent: string): Plain[] =>
    (children.get(parent) ?? []).filter((found) => found['_type'] === type)
  const seen = new Set<string>()
  const below = (id: string): Plain[] =>
    (children.get(id) ?? [])
      .filter((one) => /^(request|request_group|grpc_request|websocket_request)$/.test(textAt(one, '_type')))
      .toSorted(bySortKey)
      .map((one) => {
        const own = textAt(one, '_id')
        if (textAt(one, '_type') !== 'request_group' || seen.has(own)) return one
        seen.add(own)
        return { ...one, children: below(own) }
      })
  const workspaces = resources.filter((one) => one['_type'] === 'workspace')
  return workspaces.map((one) => {
    const id = textAt(one, '_id')
    const base = (children.get(id) ?? []).filter((found) => found['_type'] === 'environment')
    return {
      name: textAt(one, 'name'),
      description: textAt(one, 'description'),
      items: below(id),
      environments: base.flatMap((found) => [
        found,
        ...(children.get(textAt(found, '_id')) ?? []).filter((sub) => sub['_type'] === 'environment'),
      ]),
      tests: inside('unit_test_suite', id)
        .toSorted(bySortKey)
        .flatMap((suite) => inside('unit_test', textAt(suite, '_id')).toSorted(bySortKey)),
      specs: inside('api_spec', id).map((found) => found['contents']),
      mocks: inside('mock', id).length,
    }
  })
}

const sortKey = (one: Plain): number => Number(one['metaSortKey'] ?? member(one, 'meta', 'sortKey') ?? 0) || 0
const bySortKey = (a: Plain, b: Plain): number => sortKey(a) - sortKey(b)

/** What reading the items works with; requests are kept by their ids. */
interface Reading {
  draft: Draft
  convert: Convert
  requests: Map<string, TreeRequest>
}

const idOf = (item: Plain): string => textAt(item, '_id') || textAt(item, 'meta', 'id')

const namesOf = (item: Plain, depth: number): [string, string][] =>
  depth > 100
    ? []
    : [[idOf(item), textAt(item, 'name')], ...objectsOf(item['children']).flatMap((one) => namesOf(one, depth + 1))]

/** What the ids of version 5 say of requests that are no HTTP. */
const kindOfId: Readonly<Record<string, string>> = { greq: 'gRPC', ws: 'WebSocket', socketio: 'Socket.IO', mcp: 'MCP' }

function treeItem(item: Plain, reading: Reading, depth: number): TreeItem[] {
  const { draft, convert, requests } = reading
  const name = textAt(item, 'name') || textAt(item, 'url') || texts.nameless
  if (depth > 100) return []
  if (Array.isArray(item['children'])) {
    const children = objectsOf(item['children']).toSorted(bySortKey)
    return [
      { name, ...insomniaFolderParts(item, draft, convert), items: children.flatMap((one) => treeItem(one, reading, depth + 1)) },
    ]
  }
  const type = textAt(item, '_type')
  const id = idOf(item)
  if (/^(grpc|ws|websocket|socketio|mcp)/.test(type || id) || item['method'] === undefined) {
    const prefix = id.split(/[-_]/)[0] ?? ''
    draft.leaveOut(name, texts.otherRequest(type || (kindOfId[prefix] ?? prefix) || 'unknown'))
    return []
  }
  const request = readInsomniaRequest(item, name, draft, convert)
  requests.set(id, request)
  return [request]
}

/** Values of the base environment are the project's, those of the others environments. */
function readEnvironments([base, ...others]: readonly Plain[], draft: Draft, convert: Convert): void {
  const read = (data: unknown, where: string, isPrivate: boolean) =>
    flat(data).map(([key, value]) =>
      draft.variable(key, isPrivate && value !== '' ? draft.secret(where, key, value) : convert(value, where)),
    )
  if (base !== undefined) draft.project.variables.push(...read(base['data'], draft.project.name, false))
  for (const one of others) {
    const name = textAt(one, 'name') || 'Environment'
    const isPrivate = one['isPrivate'] === true || member(one, 'meta', 'isPrivate') === true
    draft.project.environments.push({
      id: draft.newId(),
      name,
      description: '',
      insecureHosts: [],
      variables: read(one['data'], name, isPrivate),
    })
  }
}

/** Nested objects as names with dots, lists as their JSON. */
function flat(data: unknown, prefix = '', depth = 0): [string, string][] {
  const object = objectOf(data)
  if (object === undefined || depth > 20) return []
  return Object.entries(object).flatMap(([key, value]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (objectOf(value) !== undefined) return flat(value, name, depth + 1)
    return [[name, Array.isArray(value) ? JSON.stringify(listOf(value)) : textOfValue(value)]]
  })
}

/** Attaches the API definitions that design documents hold; what is in the editor of an empty one is none. */
async function addSpecs(specs: readonly unknown[], draft: Draft): Promise<void> {
  for (const spec of specs) {
    const text = typeof spec === 'object' && spec !== null ? JSON.stringify(spec) : spec
    if (typeof text !== 'string' || text.trim() === '') continue
    const read = await parseApi(text, draft.project.name)
    if (!read.ok) draft.leaveOut('', read.error.message)
    else draft.project.apis.push({ id: draft.newId(), name: read.value.title, description: '', document: read.value.text })
  }
}
