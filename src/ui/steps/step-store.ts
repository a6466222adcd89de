import { createEffect, on } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { Step } from '#engine/project/format/schema.ts'

/** A step as its own store, so that typing in one field redraws that field only; it follows `step` while that is the same one. */
export function createStepStore<S extends Step>(first: S, step: () => Step | undefined): { readonly step: S } {
  const [store, setStore] = createStore<{ step: Step }>({ step: structuredClone(first) })
  // The first time too: while the editor is being loaded no effect runs, and the step may have changed since.
  createEffect(
    on(step, (next) => {
      if (next?.id === first.id && next.kind === first.kind)
        setStore('step', reconcile(structuredClone(next), { key: 'id', merge: true }))
    }),
  )
  return store as { readonly step: S }
}
