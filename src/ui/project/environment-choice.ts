import { createEffect, createMemo, createSignal, on } from 'solid-js'
import type { ProjectStore } from '#storage/types.ts'
import type { Workspace } from './workspace/workspace.ts'

/** The setting that keeps the active environment of a project. */
export const environmentKey = (localId: string): string => `environment ${localId}`

/** Which environment is active: kept per project; the first one until another is chosen. Must be called inside a Solid root. */
export function createEnvironmentChoice(store: ProjectStore, workspace: Workspace) {
  const [choices, setChoices] = createSignal<Readonly<Record<string, string | null>>>({})
  createEffect(
    on(workspace.localId, async (localId) => {
      if (!localId || localId in choices()) return
      const kept = await store.setting<string | null>(environmentKey(localId)).catch(() => undefined)
      if (kept !== undefined && !(localId in choices())) setChoices((all) => ({ ...all, [localId]: kept }))
    }),
  )
  const environment = createMemo(() => {
    const all = workspace.head()?.environments ?? []
    const choice = choices()[workspace.localId() ?? '']
    if (choice === null) return undefined
    return (all.find((one) => one.id === choice) ?? all[0])?.id
  })
  const setEnvironment = (id: string | undefined) => {
    const localId = workspace.localId()
    if (!localId) return
    setChoices((all) => ({ ...all, [localId]: id ?? null }))
    void store.putSetting(environmentKey(localId), id ?? null).catch(() => undefined)
  }
  return { environment, setEnvironment }
}
