import { createDialogs, type Dialogs } from './dialogs.ts'
import { createPanes, type Panes } from './panes.ts'
import { createRouter, type Router } from './route.ts'
import type { Services } from './services.ts'

/** The page itself, whatever it shows: what it has from outside, its address, its panes and its one dialog. */
export interface Page {
  services: Services
  router: Router
  panes: Panes
  dialogs: Dialogs
}

/** Makes the page; must be called inside a Solid root. */
export function createPage(services: Services): Page {
  const router = createRouter()
  return { services, router, panes: createPanes(router), dialogs: createDialogs() }
}
