import { shortId } from '#engine/base/ids.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { AssayError } from '#engine/base/errors.ts'
import { apiOf, type Api } from '#engine/api/api.ts'
import { describeOperation } from '#engine/api/describe-operation.ts'
import { differenceOf, type ApiDifference } from '#engine/api/difference.ts'
import { largestRead, parseApi } from '#engine/api/document.ts'
import { matchOperation, type SentRequest } from '#engine/api/match.ts'
import type { OperationHead } from '#engine/api/operation.ts'
import { texts as apiTexts } from '#engine/api/texts.ts'
import { createDraft } from '#engine/importers/draft.ts'
import { stepsOfOperation, type OperationSteps } from '#engine/importers/openapi/case-of-operation.ts'
import type { Case, Variable } from '#engine/project/schema.ts'
import { absolute, usesOf, type ApiUse } from './api-uses.ts'
import { askedTexts } from './asked-texts.ts'
import { randomFieldsOf, type RandomFields } from './random-fields.ts'
import { exposeApi } from './wire.ts'

/** A document that was read, for the page to keep. */
export interface ReadApi {
  text: string
  title: string
  format: string
  operations: number
  /** What is not in it, and not fetched. */
  notes: string[]
}

/** An API as its browser lists it. */
export interface ApiOverview {
  title: string
  version: string
  description: string
  servers: string[]
  operations: readonly OperationHead[]
  notes: string[]
}

/** The steps of an operation, and what else they need in the project. */
export interface MadeSteps extends OperationSteps {
  name: string
  /** The suite that they belong to, by their tag. */
  suite: string
  /** Variables that they refer to, with the address of the first server as `baseUrl`. */
  projectVariables: Variable[]
}

/** What refreshing a document does. */
export interface ApiChange {
  difference: ApiDifference
  uses: ApiUse[]
}

const notesOf = (api: Api): string[] => {
  const { remote, missing } = api.loose()
  return [
    ...(api.operations.length === 0 ? [apiTexts.noOperations] : []),
    ...(remote.length > 0 ? [apiTexts.remote(remote)] : []),
    ...(missing.length > 0 ? [apiTexts.missing(missing)] : []),
  ]
}

const newId = (): string => shortId((length) => crypto.getRandomValues(new Uint8Array(length)))

/** Descriptions of APIs, held where they don't make the page wait. A document is given once: `open` gives what the calls name it by. */
const opened = new Map<string, string>()
const held = (id: string): Api => {
  const text = opened.get(id)
  if (text === undefined) throw new Error(askedTexts.textClosed)
  return apiOf(text)
}

async function read(input: Uint8Array | string, name: string): Promise<ReadApi> {
  const parsed = await parseApi(input, name)
  if (!parsed.ok) throw parsed.error
  const api = apiOf(parsed.value.text)
  return { ...parsed.value, operations: api.operations.length, notes: notesOf(api) }
}

/** A document from an address that somebody typed; nothing that it refers to is fetched. */
async function download(url: string, signal: AbortSignal): Promise<ReadApi> {
  const refuse = (message: string, cause?: unknown) =>
    new AssayError('api-unusable', message, { hint: askedTexts.apiNotFetchedHint, cause })
  let bytes: Uint8Array
  try {
    const response = await fetch(url, { signal, credentials: 'omit', redirect: 'follow' })
    if (!response.ok) throw refuse(askedTexts.apiAnswered(url, response.status))
    if (Number(response.headers.get('content-length')) > largestRead)
      throw refuse(askedTexts.apiTooLarge(url, formatSize(largestRead)))
    bytes = new Uint8Array(await response.arrayBuffer())
  } catch (thrown) {
    if (thrown instanceof AssayError || signal.aborted) throw thrown
    throw refuse(askedTexts.apiNotFetched(url), thrown)
  }
  return read(bytes, url)
}

const api = {
  /** Reads a document; rejects with AssayError `api-unusable`. */
  read,
  download,
  open(text: string): string {
    const id = crypto.randomUUID()
    opened.set(id, text)
    return id
  },
  close: (id: string): boolean => opened.delete(id),
  overview(id: string): ApiOverview {
    const found = held(id)
    const { title, version, description, operations } = found
    return { title, version, description, operations, servers: found.servers.map(({ url }) => url), notes: notesOf(found) }
  },
  operation: (id: string, key: string) => describeOperation(held(id), key),
  /** The key of the operation that a request asks for. */
  match: (id: string, method: string, url: string): string | undefined => matchOperation(held(id), { method, url })?.key,
  /** Which random data fits a JSON body by the operation that a request asks for; its URL may hold references. */
  random: (id: string, { method, url }: SentRequest, body: unknown): Promise<RandomFields | undefined> =>
    randomFieldsOf(held(id), { method, url: absolute(url) }, body),
  /** The steps of an operation; `attached` is the id of the API in the project. */
  async steps(id: string, key: string, attached: string): Promise<MadeSteps | undefined> {
    const found = held(id)
    const operation = found.operation(key)
    if (!operation) return undefined
    const draft = createDraft(found.title, newId)
    const steps = await stepsOfOperation({ api: found, id: attached }, operation, draft)
    const server = found.servers[0]?.url.replace(/\/$/, '') ?? ''
    const baseUrl = { name: 'baseUrl', value: server.replaceAll('${', () => '$${'), description: '' }
    return {
      ...steps,
      name: operation.name.slice(0, 200),
      suite: operation.tags[0] ?? found.title,
      projectVariables: [baseUrl, ...draft.project.variables],
    }
  },
  /** What another document would change, and which of these cases use the API. */
  change(id: string, text: string, attached: string, cases: Case[]): ApiChange {
    const before = held(id)
    return { difference: differenceOf(before, apiOf(text)), uses: usesOf(before, attached, cases) }
  },
}

/** What the page can ask this worker. */
export type ApiWorker = typeof api

exposeApi(api)
