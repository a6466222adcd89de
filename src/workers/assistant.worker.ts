import { liftLimits } from '#engine/base/work-limit.ts'
import { AssayError } from '#engine/base/errors.ts'
import { converse } from '#engine/assistant/converse.ts'
import type { Conversed, Memory } from '#engine/assistant/memory.ts'
import { emptyMemory } from '#engine/assistant/memory.ts'
import { formsFor, mentions } from '#engine/assistant/mentions.ts'
import type { Progress } from '#engine/assistant/loop.ts'
import type { LoadedProject, Said, Turn } from '#engine/assistant/turn.ts'
import type { DocPage } from '#engine/tools/tool-session.ts'
import type { Relay } from '#assistant/remote/relayed-fetch.ts'
import { forgetFile, keepFile, keepFrom, keptFile } from '#assistant/browser/model-file.ts'
import { loadProject } from '#storage/stored-project.ts'
import type {
  AskedTurn,
  BrowserModels,
  CatalogueModel,
  ChosenModel,
  ModelProgress,
  ModelSettings,
  ModelTest,
  AssistantProject,
} from './assistant/assistant-protocol.ts'
import { createModels } from './assistant/assistant-models.ts'
import { workerRequestTexts } from './request-texts.ts'
import { tokensPerSecond } from './assistant/tokens-per-second.ts'
import { browserClock as clock } from '#platform/browser/clock.ts'
import { exposeApi } from './wire.ts'

/** Projects by their keys, as long as their revision stays: a request does not read them again. */
const kept = new Map<string, LoadedProject>()

async function load({ source, key, revision }: AssistantProject): Promise<LoadedProject | undefined> {
  const known = kept.get(key)
  if (known?.revision === revision && !('project' in source)) return known
  const project = 'project' in source ? source.project : await loadProject(source.stored)
  if (!project) return undefined
  const loaded = { key, revision, project }
  kept.set(key, loaded)
  return loaded
}

const loadAll = async (told: readonly AssistantProject[]): Promise<LoadedProject[]> => {
  const loaded = await Promise.all(told.map(load))
  for (const key of kept.keys()) if (!told.some((one) => one.key === key)) kept.delete(key)
  return loaded.filter((one) => one !== undefined)
}

/** Something that `@` names. */
type Mention = ReturnType<typeof mentions>[number]

const models = createModels({ page: self.location.origin, files: { keepFile, keepFrom, keptFile, forgetFile } })

const api = {
  /** Understands a request. Rejects with AssayError `cancelled` if it was stopped. */
  async converse(
    memory: Memory,
    asked: AskedTurn,
    chosen: ChosenModel | undefined,
    signal: AbortSignal,
    onText: (piece: string) => void,
    onProgress: (progress: Progress) => void,
    relay: Relay,
    docs: () => Promise<DocPage[]>,
  ): Promise<Conversed> {
    const said: Said = { ...asked, projects: await loadAll(asked.projects) }
    const model = chosen && models.model(chosen, relay)
    return converse(memory, said, {
      clock,
      seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
      signal,
      onText,
      onProgress,
      model,
      secrets: async () => chosen?.secrets ?? [],
      docs,
    })
  },
  /** The forms, and what their fields can name. */
  async forms(told: AssistantProject): Promise<ReturnType<typeof formsFor> | undefined> {
    const loaded = await load(told)
    return loaded && formsFor(loaded.project)
  },
  /** The result of a form: a proposal, or what to fill in. Nothing is remembered. */
  async fillIn(told: AssistantProject, form: NonNullable<Said['form']>): Promise<Turn | undefined> {
    const loaded = await load(told)
    if (!loaded) return undefined
    const said = { text: '', projects: [loaded], active: loaded.key, form }
    const { turn } = await converse(emptyMemory(), said, {
      clock,
      seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
      signal: new AbortController().signal,
      secrets: async () => [],
    })
    return turn
  },
  /** What `@` names. */
  async mentions(told: AssistantProject): Promise<Mention[]> {
    const loaded = await load(told)
    return loaded ? mentions(loaded.project) : []
  },
  models: {
    /** The models that this browser can run itself. */
    look: (): Promise<BrowserModels> => models.look(),
    catalogue: (): Promise<CatalogueModel[]> => models.catalogue(),
    /** Fetches a model that runs in this browser, and keeps it. */
    download: (settings: ModelSettings, signal: AbortSignal, onProgress: (progress: ModelProgress) => void): Promise<void> =>
      models.download(settings, signal, onProgress),
    remove: (settings: ModelSettings, model: string): Promise<void> => models.remove(settings, model),
    /** Bytes of the GGUF file that is kept; undefined: none. */
    kept: (): Promise<number | undefined> => models.kept(),
    /** Takes a GGUF file of the user's to run it. */
    takeFile: (file: File, signal: AbortSignal): Promise<void> => models.takeFile(file, signal),
    /** Asks the model for a word. */
    async test(chosen: ChosenModel, signal: AbortSignal, relay: Relay): Promise<ModelTest> {
      const model = models.model(chosen, relay)
      if (!model) throw new AssayError('model-unusable', workerRequestTexts.noModelHere)
      const began = performance.now()
      let first = began
      let pieces = 0
      const onText = () => {
        if (pieces++ === 0) first = performance.now()
      }
      const answer = await model.complete([{ role: 'user', content: workerRequestTexts.testPrompt }], {
        maxTokens: 32,
        signal,
        onText,
      })
      const ended = performance.now()
      // llama.cpp does not count them in the browser: there each is its own piece.
      const tokens = answer.usage?.output ?? (chosen.settings.backend === 'wllama' ? pieces : undefined)
      return { text: answer.text.trim(), took: ended - began, speed: tokensPerSecond(tokens, ended - first) }
    },
  },
}

/** What the page can ask this worker. */
export type AssistantWorker = typeof api

// The page can end this worker, whatever it does.
liftLimits()
exposeApi(api)
