import { apiOf, type Api } from '#engine/api/api.ts'
import { looksLikeApi, parseApi, type ApiText } from '#engine/api/document.ts'
import { texts as apiTexts } from '#engine/api/texts.ts'
import { ok, fail } from '#engine/base/result.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Draft } from '../draft.ts'
import type { Importer } from '../importer.ts'
import type { OpenedFile, OpenedSource } from '../opened-source.ts'
import { texts as importTexts } from '../texts.ts'
import { caseOfOperation } from './case-of-operation.ts'
import { texts } from './texts.ts'

/** Says its version, in JSON or YAML; some generators say it last. */
const versionKey = /(^|[\s{,])["']?(openapi|swagger)["']?\s*:/

/** Begins with its version: a description also where the rest can't be read, which is then told with its line. */
const beginsAsApi = /^\uFEFF?\s*(?:#[^\n]*\n\s*|---[ \t]*\r?\n\s*|\{\s*)*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./

/** Environments that are made of servers. */
const mostServers = 20

/** OpenAPI and Swagger: the document attached, a suite for each tag, a case for each operation. */
export const openapiImporter: Importer<'openapi'> = {
  id: 'openapi',
  detect: async (source) => (await documentsIn(source)).length > 0,
  async read(source, draft) {
    const [file = source.files[0], ...others] = await documentsIn(source)
    if (!file) return fail(new AssayError('import-unusable', importTexts.empty(source.name), { hint: importTexts.unknownHint }))
    const parsed = await parseApi(file.bytes, source.name)
    if (!parsed.ok) {
      const { message, hint, cause } = parsed.error
      return fail(new AssayError('import-unusable', message, { hint, cause }))
    }
    await fill(draft, parsed.value)
    for (const { path } of others) draft.leaveOut(path, importTexts.another('openapi'))
    return ok(undefined)
  },
}

/** The descriptions of APIs among the files; where none can be read, the first that begins as one. */
async function documentsIn({ files }: OpenedSource): Promise<OpenedFile[]> {
  const found: OpenedFile[] = []
  for (const file of files) {
    const text = file.text()
    if (text !== undefined && versionKey.test(text) && looksLikeApi(await file.data())) found.push(file)
  }
  if (found.length > 0) return found
  for (const file of files) {
    const text = file.text()
    if (text !== undefined && beginsAsApi.test(text) && (await file.data()) === undefined) return [file]
  }
  return []
}

async function fill(draft: Draft, { text, title }: ApiText): Promise<void> {
  const api = apiOf(text)
  draft.name(title)
  const id = draft.newId()
  draft.project.apis.push({ id, name: title, description: '', document: text })
  draft.project.description = api.description
  addServers(draft, api)
  tellProblems(draft, api)
  const suites = new Map<string, ReturnType<Draft['suite']>>()
  for (const { key, tags } of api.operations) {
    const operation = api.operation(key)
    if (!operation) continue
    const [tag = texts.untagged] = tags
    const suite = suites.get(tag) ?? draft.suite(tag, api.tags.get(tag))
    suites.set(tag, suite)
    await caseOfOperation({ api, id }, operation, draft, suite)
  }
}

/** An environment for each server, with its address as `baseUrl`. */
function addServers(draft: Draft, { servers }: Api): void {
  const taken = new Set<string>()
  for (const [index, { url, description }] of servers.slice(0, mostServers).entries()) {
    const address = url.replace(/\/$/, '')
    const host = hostOf(url)
    const wanted = description.split('\n', 1)[0]?.trim().slice(0, 60) || host || texts.server(index + 1)
    const name = taken.has(wanted) ? `${wanted} (${index + 1})` : wanted
    taken.add(name)
    if (host === undefined) draft.leaveOut('', texts.noHost(url))
    else if (/[{}]/.test(url)) draft.leaveOut('', texts.unfilled(url))
    draft.project.environments.push({
      id: draft.newId(),
      name,
      description: '',
      insecureHosts: host !== undefined && /^http:/i.test(url) ? [host] : [],
      variables: [{ name: 'baseUrl', value: address.replaceAll('${', () => '$${'), description: '' }],
    })
  }
  if (servers.length > mostServers) draft.leaveOut('', texts.serversMore(servers.length - mostServers))
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname
  } catch {
    return undefined
  }
}

function tellProblems(draft: Draft, api: Api): void {
  const { remote, missing } = api.loose()
  if (remote.length > 0) draft.leaveOut('', apiTexts.remote(remote))
  if (missing.length > 0) draft.leaveOut('', apiTexts.missing(missing))
  if (api.operations.length === 0) draft.leaveOut('', apiTexts.noOperations)
  if (api.hasCallbacks) draft.leaveOut('', texts.callbacks)
}
