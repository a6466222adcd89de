import { liftLimits } from '#engine/base/work-limit.ts'
import { shortId } from '#engine/base/ids.ts'
import { apiOf, type Api } from '#engine/api/api.ts'
import { describeOperation } from '#engine/api/describe-operation.ts'
import { differenceOf, type ApiDifference } from '#engine/api/difference.ts'
import { parseApi, type ApiText } from '#engine/api/document.ts'
import { matchOperation, type SentRequest } from '#engine/api/match.ts'
import type { OperationHead } from '#engine/api/operation.ts'
import { apiDocumentTexts as apiTexts } from '#engine/api/texts.ts'
import { openSource } from '#engine/importers/open-source.ts'
import { partsIn, readDocument, describePartProblems } from '#engine/importers/openapi/read-document.ts'
import { openApiTexts as importTexts } from '#engine/importers/openapi/texts.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import { createDraft } from '#engine/importers/draft.ts'
import { stepsOfOperation, type OperationSteps } from '#engine/importers/openapi/case-of-operation.ts'
import type { Case, Variable } from '#engine/project/format/schema.ts'
import { absolute, usesOf, type ApiUse } from './api/api-uses.ts'
import { workerRequestTexts } from './request-texts.ts'
import { downloadDocument, type DownloadParts } from './api/download-api.ts'
import { randomFieldsOf, type RandomFields } from './api/random-fields.ts'
import { exposeApi } from './wire.ts'

/** A document that was read, for the page to keep. */
export interface ReadApi {
  text: string
  title: string
  format: string
  operations: number
  /** What is not in it, and why. */
  notes: string[]
  /** Hosts that it refers to and that no one has allowed yet. */
  otherHosts: string[]
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
  /** Variables that they refer to, with the URL of the first server as `baseUrl`. */
  projectVariables: Variable[]
}

/** What refreshing a document does. */
export interface ApiChange {
  difference: ApiDifference
  uses: ApiUse[]
}

const notesOf = (api: Api, withRemote = true): string[] => {
  const { remote, missing } = api.loose()
  return [
    ...(api.operations.length === 0 ? [apiTexts.noOperations] : []),
    ...(withRemote && remote.length > 0 ? [apiTexts.remote(remote)] : []),
    ...(missing.length > 0 ? [apiTexts.missing(missing)] : []),
  ]
}

const newId = (): string => shortId((length) => crypto.getRandomValues(new Uint8Array(length)))

/** Descriptions of APIs, held where they don't make the page wait. A document is given once: `open` gives what the calls name it by. */
const opened = new Map<string, string>()
const held = (id: string): Api => {
  const text = opened.get(id)
  if (text === undefined) throw new Error(workerRequestTexts.textClosed)
  return apiOf(text)
}

const readOf = ({ text, title, format, problems, repeated }: ApiText, hint: string, otherHosts: string[] = []): ReadApi => {
  const api = apiOf(text)
  const told = describePartProblems(problems, hint)
  return {
    text,
    title,
    format,
    otherHosts,
    operations: api.operations.length,
    notes: [
      ...(repeated ? [apiTexts.repeated(repeated.name, repeated.line)] : []),
      ...(told.length > 0 ? [...notesOf(api, false), told.join(' ')] : notesOf(api)),
    ],
  }
}

/** A text that was pasted. */
async function read(input: string, name: string, _signal: AbortSignal): Promise<ReadApi> {
  const parsed = await parseApi(input, name, partsIn({ files: [] }, name))
  if (!parsed.ok) throw parsed.error
  return readOf(parsed.value, importTexts.partsHint)
}

/** A document among files, with those that it refers to. */
async function readFiles(source: ImportSource, _signal: AbortSignal): Promise<ReadApi> {
  const opened = await openSource(source)
  if (!opened.ok) throw opened.error
  const found = await readDocument(opened.value)
  if (!found.ok) throw found.error
  const { api, others } = found.value
  const made = readOf(api, importTexts.partsHint)
  return others.length === 0 ? made : { ...made, notes: [...made.notes, importTexts.otherDocuments(found.value.path, others)] }
}

/** A document from a URL that someone typed, with those that it refers to there, and at hosts that were allowed. */
async function download(
  url: string,
  hosts: readonly string[],
  relay: DownloadParts['relay'],
  signal: AbortSignal,
): Promise<ReadApi> {
  const done = await downloadDocument(url, { fetch: (...asked) => fetch(...asked), relay, hosts, signal })
  return readOf(done, workerRequestTexts.partsHint, done.otherHosts)
}

const api = {
  /** Each rejects with AssayError `api-unusable`, or `import-unusable` for files. */
  read,
  readFiles,
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

// The page can end this worker, whatever it does.
liftLimits()
exposeApi(api)
