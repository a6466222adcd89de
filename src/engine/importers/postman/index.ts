import { AssayError } from '#engine/base/errors.ts'
import { fail, ok } from '#engine/base/result.ts'
import { createAuthorizer } from '../request/auth.ts'
import { createGivenHeaders } from '../request/given-headers.ts'
import type { Importer } from '../importer.ts'
import { moustache } from '../variables/moustache.ts'
import { member, objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import type { OpenedSource } from '../open-source.ts'
import { importerTexts as shared } from '../texts.ts'
import { readCollection } from './collection.ts'
import { readEnvironment, readVariables } from './environments.ts'
import { postmanTexts as texts } from './texts.ts'

/** What a Postman file is. */
type Kind = 'collection' | 'environment' | 'globals' | 'old-collection'

/**
 * Postman: collections 2.1 and 2.0 with environments and globals, as files, a folder or an exported archive. Folders become suites, the folders
 * in them cases, requests steps.
 */
export const postmanImporter: Importer<'postman'> = {
  id: 'postman',
  detect: (source) => documentsOf(source).length > 0,
  async read(source, draft) {
    const documents = withoutReports(documentsOf(source))
    const of = (wanted: Kind) => documents.filter(({ kind }) => kind === wanted).map(({ value }) => value)
    const refuse = (why: string) =>
      fail(new AssayError('import-unusable', shared.notOfKind(source.name, 'postman', why), { hint: shared.notOfKindHint }))
    const collections = of('collection')
    if (of('old-collection').length > 0 && collections.length === 0) return refuse(texts.version1)
    if (documents.length === 0) return refuse(texts.noCollection)

    const convert = moustache(draft)
    const [first] = collections
    draft.name(textAt(first ?? documents[0]?.value, 'info', 'name') || textAt(documents[0]?.value, 'name'))
    // Variables first: Basic credentials are made of their values.
    for (const globals of of('globals')) readVariables(draft, convert, draft.project.variables, member(globals, 'values'))
    for (const collection of collections) readVariables(draft, convert, draft.project.variables, member(collection, 'variable'))
    for (const environment of of('environment')) readEnvironment(draft, convert, environment)
    const authorizer = createAuthorizer(draft)
    const given = createGivenHeaders()
    for (const collection of collections)
      readCollection(collection, {
        draft,
        convert,
        authorizer,
        given,
        prefix: collections.length > 1 ? [textAt(collection, 'info', 'name')] : [],
      })
    given.settle(authorizer)
    return ok(undefined)
  },
}

interface Document {
  kind: Kind
  value: Plain
  /** It is the collection that a report of a run repeats. */
  isReported: boolean
}

/** A report beside a collection repeats it; alone it is all there is. */
function withoutReports(documents: readonly Document[]): readonly Document[] {
  const own = documents.filter(({ isReported }) => !isReported)
  return own.some(({ kind }) => kind === 'collection') ? own : documents
}

function documentsOf({ files }: OpenedSource): Document[] {
  return files.flatMap((file) =>
    parts(file.json()).flatMap((value) => {
      const kind = kindOf(value)
      if (kind === undefined) return []
      // An environment that someone wrote is called as its file is.
      return [
        {
          kind,
          isReported: objectOf(member(file.json(), 'run')) !== undefined,
          value: kind === 'environment' && textAt(value, 'name') === '' ? { ...value, name: nameOfFile(file.path) } : value,
        },
      ]
    }),
  )
}

/** A file holds one document, one in an envelope of Postman's API, or the lists of a dump. */
function parts(value: unknown): Plain[] {
  const object = objectOf(value)
  if (object === undefined) return []
  const inner = objectOf(object['collection']) ?? objectOf(object['environment'])
  if (inner !== undefined && kindOf(inner) !== undefined) return [inner]
  if (Array.isArray(object['collections'])) {
    const globals = Array.isArray(object['globals'])
      ? [{ name: '', values: object['globals'], _postman_variable_scope: 'globals' }]
      : []
    return [...objectsOf(object['collections']), ...objectsOf(object['environments']), ...globals]
  }
  return [object]
}

function kindOf(value: Plain): Kind | undefined {
  if (objectsOf(value['item']).some((item) => 'request' in item || Array.isArray(item['item']))) return 'collection'
  if (Array.isArray(value['item']) && objectOf(value['info']) !== undefined) return 'collection'
  if (Array.isArray(value['requests']) && Array.isArray(value['order'])) return 'old-collection'
  if (!Array.isArray(value['values'])) return undefined
  if (value['_postman_variable_scope'] === 'globals') return 'globals'
  const variables = objectsOf(value['values'])
  const isVariables = variables.every((one) => typeof one['key'] === 'string')
  const isNamed = typeof value['name'] === 'string' || (variables.length > 0 && variables.every((one) => 'value' in one))
  return isVariables && isNamed ? 'environment' : undefined
}

const nameOfFile = (path: string): string =>
  path.replace(/^.*[\\/]/, '').replace(/(\.env(ironment)?|\.postman_environment)?\.json$/i, '')
