import { createAssistantRequests, type AssistantRequests } from './assistant-requests.ts'
import { createDialogs, type Dialogs } from './dialogs.ts'
import { createPanes, type Panes } from './panes.ts'
import { createRouter, type Router } from './route.ts'
import type { Services } from './services.ts'

/** The page itself, whatever it shows: what it has from outside, its URL, its panes and its one dialog. */
export interface Page {
  services: Services
  router: Router
  panes: Panes
  dialogs: Dialogs
  assistant: AssistantRequests
}

/** Makes the page; must be called inside a Solid root. */
export function createPage(services: Services): Page {
  const router = createRouter()
  const panes = createPanes(router)
  return { services, router, panes, dialogs: createDialogs(), assistant: createAssistantRequests(panes) }
}
