import { createEffect, createResource, on, onCleanup, type Accessor, type Resource } from 'solid-js'
import { openApi, type OpenedApi } from '#workers/api-client.ts'
import type { ApiOverview } from '#workers/api.worker.ts'
import type { AttachedApi } from '#engine/project/format/schema.ts'

/** The API that is shown, opened in the worker, with its overview. */
export interface ShownApi {
  opened: Accessor<OpenedApi | undefined>
  overview: Resource<ApiOverview | undefined>
}

/** Opens the API that is chosen, whenever another one is, or its document changes; must be called inside a Solid root. */
export function createShownApi(api: Accessor<AttachedApi | undefined>): ShownApi {
  let current: OpenedApi | undefined
  const [overview] = createResource(
    () => api()?.document,
    async (document) => {
      current?.close()
      current = openApi(document)
      return current.overview()
    },
  )
  createEffect(on(api, (now) => now === undefined && current?.close()))
  onCleanup(() => current?.close())
  return { opened: () => (overview.state === 'ready' ? current : undefined), overview }
}
