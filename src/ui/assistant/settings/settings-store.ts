import { createSignal } from 'solid-js'
import { keyPlace, settingKeys, usualSettings, type ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import type { Services } from '../../page/services.ts'

/** What is chosen in Settings > Assistant, and the key that goes with it. Reading is reactive. */
export interface ModelChoice {
  settings(): ModelSettings
  change(next: ModelSettings): void
  /** Resolves when what was kept has been read. */
  ready: Promise<unknown>
  /** The key of the origin of a URL; rejects while the vault is locked. */
  key(url: string): Promise<string | undefined>
  setKey(url: string, key: string): Promise<void>
}

/** Whether the chosen model understands free text; others fill in forms. */
export const understandsText = ({ backend }: Pick<ModelSettings, 'backend'>): boolean => backend === 'remote'

const choices = new WeakMap<Services, ModelChoice>()

/** The one choice of the page. */
export function modelChoice(services: Services): ModelChoice {
  const known = choices.get(services)
  if (known) return known
  const [settings, setSettings] = createSignal(usualSettings)
  const ready = services.store
    .setting<Partial<ModelSettings>>(settingKeys.model)
    .then((kept) => kept && setSettings({ ...usualSettings, ...kept }))
    .catch(() => undefined)
  const { secrets } = services.client
  const choice: ModelChoice = {
    settings,
    change: (next) => {
      setSettings(next)
      void services.store.putSetting(settingKeys.model, next).catch(() => undefined)
    },
    ready,
    async key(url) {
      const place = keyPlace(url)
      return place && secrets.reveal(place.project, place.id)
    },
    async setKey(url, key) {
      const place = keyPlace(url)
      if (!place) return
      await (key === '' ? secrets.delete(place.project, place.id) : secrets.set(place.project, place.id, key))
    },
  }
  choices.set(services, choice)
  return choice
}
