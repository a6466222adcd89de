import { createSignal } from 'solid-js'
import type { Panes } from './panes.ts'

/** What the rest of the page asks of the assistant, which is loaded when it is first shown. Reading is reactive. */
export interface AssistantRequests {
  /** What waits to be asked. */
  wish(): AssistantRequest | undefined
  /** Shows the assistant and gives it a request. */
  ask(wish: AssistantRequest): void
  /** The assistant has taken the wish. */
  take(): void
  /** A proposal is looked at in the middle of the page. */
  reviewing(): boolean
  setReviewing(on: boolean): void
}

/** A request that is put into words elsewhere in the page. */
export interface AssistantRequest {
  text: string
  /** It is sent at once; else it is in the field, to be completed. */
  send: boolean
  /** The step that it is about; absent: what is selected. */
  focus?: { case: string; step: string } | undefined
}

/** Creates the {@link AssistantRequests}; must be called inside a Solid root. */
export function createAssistantRequests(panes: Panes): AssistantRequests {
  const [wish, setWish] = createSignal<AssistantRequest>()
  const [reviewing, setReviewing] = createSignal(false)
  return {
    wish,
    ask: (next) => {
      setWish(next)
      panes.setAssistant(true)
      panes.showPage('assistant')
    },
    take: () => setWish(undefined),
    reviewing,
    setReviewing,
  }
}
