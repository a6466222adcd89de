import type { OfferedModel } from '#assistant/browser/catalogue.ts'
import type { LoadedProject, Said } from '#engine/assistant/turn.ts'
import type { Conversed, Memory } from '#engine/assistant/memory.ts'
import type { ProjectSource } from '../run/run-protocol.ts'

/** The ways in which the assistant may have a language model; `none`: the rules alone. */
export const backends = ['none', 'remote', 'web-llm', 'built-in', 'wllama'] as const
/** See {@link backends}. */
export type BackendName = (typeof backends)[number]

/** What is chosen in Settings > Assistant. What belongs to a backend that is not chosen is kept for when it is. */
export interface ModelSettings {
  backend: BackendName
  remote: { kind: 'openai' | 'anthropic'; url: string; model: string }
  webLlm: { model: string; /** Where its files are fetched from instead of their usual place. */ mirror: string }
  wllama: { /** Address of a GGUF file; empty: the file that was chosen on this machine. */ url: string; file: string }
}

/** Nothing is chosen: nothing is fetched and no one is asked. */
export const usualSettings: ModelSettings = {
  backend: 'none',
  remote: { kind: 'openai', url: '', model: '' },
  webLlm: { model: '', mirror: '' },
  wllama: { url: '', file: '' },
}

/** The setting of the page that holds {@link ModelSettings}, and the one with the working memory. */
export const settingKeys = { model: 'assistant model', memory: 'assistant memory' }

/** Under which project and id the vault keeps the key of an origin: another origin never gets it. */
export const keyPlace = (url: string): { project: string; id: string } | undefined =>
  URL.canParse(url) ? { project: 'assistant', id: `key of ${new URL(url).origin}` } : undefined

/** A project that the worker takes from where it is stored, and keeps while its revision stays. */
export interface AssistantProject extends Omit<LoadedProject, 'project'> {
  source: ProjectSource
}

/** A request as the page tells it. */
export interface AskedTurn extends Omit<Said, 'projects'> {
  projects: readonly AssistantProject[]
}

/** The model that may be asked, with what only the page can give. */
export interface ChosenModel {
  settings: ModelSettings
  key?: string | undefined
  /** Values of secrets: nothing that holds one is sent. */
  secrets: readonly string[]
}

/** How far a model is on its way: parts of one, and words. */
export interface ModelProgress {
  part: number
  text: string
}

/** What a test of a model found. */
export interface ModelTest {
  text: string
  /** Milliseconds. */
  took: number
  /** Tokens per second once it started to answer, if it says how many there were and they came one by one. */
  speed?: number | undefined
}

/** What this browser can do for models that run in it. */
export interface BrowserModels {
  webGpu: { usable: boolean; f16: boolean; /** Of one buffer, in bytes. */ largest: number; adapter: string }
  builtIn: 'available' | 'downloadable' | 'downloading' | 'unavailable'
}

/** A model of the catalogue, and whether it is kept in this browser. */
export interface CatalogueModel extends OfferedModel {
  cached: boolean
}

export type { Conversed, Memory }
