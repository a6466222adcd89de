import { createMemo, Show, type Component } from 'solid-js'
import { useRun } from '../run-context.ts'
import { queryOf, samePlace, sourceOf, useStepEvents } from '../step-events.ts'
import { QueryView } from './QueryView.tsx'

/** A view of what a step sent and received, that of a step which asked a database is its query with the rows. */
export const withRows =
  (View: Component): Component =>
  () => {
    const { session, details } = useRun()
    const source = createMemo(() => {
      const place = session.selected()
      details.version()
      return place && sourceOf(details, place)
    })
    const place = createMemo(() => source()?.place, undefined, { equals: samePlace })
    const { events } = useStepEvents(place)
    const query = createMemo(() => queryOf(events() ?? []))
    return (
      <Show when={query()} fallback={<View />} keyed>
        {(found) => <QueryView query={found} run={place()?.run ?? details.run() ?? ''} borrowed={source()?.borrowed} />}
      </Show>
    )
  }
