import { AssayError } from '#engine/base/errors.ts'
import type { Case } from '#engine/project/format/schema.ts'
import type { OperationText } from '#engine/api/describe-operation.ts'
import type { ApiChange, ApiOverview, ApiWorker, MadeSteps, ReadApi } from './api.worker.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import type { DownloadParts } from './api/download-api.ts'
import { workerRequestTexts } from './request-texts.ts'
import type { RandomFields } from './api/random-fields.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualDeadline, usualWorker, WorkerGone, type WorkerClient } from './worker-client.ts'

/** An API definition, held by the worker. Each call opens it again if the worker was lost. */
export interface OpenedApi {
  overview(): Promise<ApiOverview>
  operation(key: string): Promise<OperationText | undefined>
  /** `attached`: the API's id in the project. */
  steps(key: string, attached: string): Promise<MadeSteps | undefined>
  /** See `randomFieldsOf`; the URL may hold references. */
  random(request: SentRequest, body: unknown): Promise<RandomFields | undefined>
  change(text: string, attached: string, cases: Case[]): Promise<ApiChange>
  close(): void
}

const client = (): WorkerClient<ApiWorker> =>
  createWorkerClient<ApiWorker>({
    start: () => usualWorker(new Worker(new URL('./api.worker.ts', import.meta.url), { type: 'module', name: 'api' })),
    gone: { text: workerRequestTexts.apiWorkerDied, hint: workerTexts.tryAgain },
    grace: 1_000,
    deadline: {
      milliseconds: usualDeadline,
      error: (seconds) =>
        new AssayError('api-unusable', workerRequestTexts.apiTooLong(seconds), { hint: workerRequestTexts.apiTooLongHint }),
      // A network has its own limits.
      except: ['download'],
    },
  })

/** One for all descriptions that are attached; it lives on for the next one. */
const { api, watch } = client()

/** A document that no one has read yet gets its own worker: it may be made to keep one busy. */
async function apart<T>(ask: (reader: WorkerClient<ApiWorker>['api']) => Promise<T>): Promise<T> {
  const reader = client()
  try {
    return await ask(reader.api)
  } finally {
    reader.end()
  }
}

/** Asks again when the worker was ended because of another document: that one's call is rejected otherwise. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (thrown) {
    if (!(thrown instanceof WorkerGone)) throw thrown
    return ask()
  }
}

/** Reads a document from a text. Rejects with AssayError `api-unusable`, `cancelled`. */
export const readApi = (text: string, name: string, signal: AbortSignal): Promise<ReadApi> =>
  apart((reader) => reader.read(text, name, signal))

/** Reads a document from files, with those that it refers to. Rejects with AssayError `api-unusable`, `import-unusable`, `cancelled`. */
export const readApiFiles = (source: ImportSource, signal: AbortSignal): Promise<ReadApi> =>
  apart((reader) => reader.readFiles(source, signal))

/**
 * Fetches and reads a document from a URL that someone typed, with those that it refers to there and at hosts that someone
 * allowed; `relay` asks what this page may not read. Rejects with AssayError `api-unusable`, `cancelled`.
 */
export const downloadApi = (
  url: string,
  hosts: readonly string[],
  relay: DownloadParts['relay'],
  signal: AbortSignal,
): Promise<ReadApi> => apart((reader) => reader.download(url, hosts, relay, signal))

/** Opens a description by its JSON text; nothing is sent before it is asked something. */
export function openApi(text: string): OpenedApi {
  let id: Promise<string> | undefined
  let isHeld = () => false
  const handle = (): Promise<string> => {
    if (id === undefined || !isHeld()) {
      id = api.open(text)
      isHeld = watch()
    }
    return id
  }
  return {
    overview: () => again(async () => api.overview(await handle())),
    operation: (key) => again(async () => api.operation(await handle(), key)),
    steps: (key, attached) => again(async () => api.steps(await handle(), key, attached)),
    random: (request, body) => again(async () => api.random(await handle(), request, body)),
    change: (next, attached, cases) => again(async () => api.change(await handle(), next, attached, cases)),
    close: () => {
      if (id !== undefined && isHeld()) void id.then((known) => api.close(known)).catch(() => undefined)
      id = undefined
    },
  }
}
