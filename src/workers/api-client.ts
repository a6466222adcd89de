import type { Case } from '#engine/project/schema.ts'
import type { OperationText } from '#engine/api/describe-operation.ts'
import type { ApiChange, ApiOverview, ApiWorker, MadeSteps, ReadApi } from './api.worker.ts'
import type { SentRequest } from '#engine/api/match.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import type { DownloadParts } from './api/download-api.ts'
import { askedTexts } from './asked-texts.ts'
import type { RandomFields } from './api/random-fields.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualWorker } from './worker-client.ts'

/** A description of an API, held by the worker. Each call opens it again if the worker was lost. */
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

/** One for all descriptions; it lives on for the next one. */
const { api, watch } = createWorkerClient<ApiWorker>({
  start: () => usualWorker(new Worker(new URL('./api.worker.ts', import.meta.url), { type: 'module', name: 'api' })),
  gone: { text: askedTexts.apiWorkerDied, hint: workerTexts.tryAgain },
  grace: 1_000,
})

/** Reads a document from a text. Rejects with AssayError `api-unusable`. */
export const readApi = (text: string, name: string): Promise<ReadApi> => api.read(text, name)

/** Reads a document from files, with those that it refers to. Rejects with AssayError `api-unusable`, `import-unusable`. */
export const readApiFiles = (source: ImportSource): Promise<ReadApi> => api.readFiles(source)

/**
 * Fetches and reads a document from an address that somebody typed, with those that it refers to there and at hosts that somebody allowed;
 * `relay` asks what this page may not read. Rejects with AssayError `api-unusable`, `cancelled`.
 */
export const downloadApi = (
  url: string,
  hosts: readonly string[],
  relay: DownloadParts['relay'],
  signal: AbortSignal,
): Promise<ReadApi> => api.download(url, hosts, relay, signal)

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
    overview: async () => api.overview(await handle()),
    operation: async (key) => api.operation(await handle(), key),
    steps: async (key, attached) => api.steps(await handle(), key, attached),
    random: async (request, body) => api.random(await handle(), request, body),
    change: async (next, attached, cases) => api.change(await handle(), next, attached, cases),
    close: () => {
      if (id !== undefined && isHeld()) void id.then((known) => api.close(known)).catch(() => undefined)
      id = undefined
    },
  }
}
