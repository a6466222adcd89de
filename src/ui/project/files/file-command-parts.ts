import type { Dialogs } from '../../page/dialogs.ts'
import type { Router } from '../../page/route.ts'
import type { Services } from '../../page/services.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What file commands work with. */
export interface FileCommandParts {
  services: Pick<Services, 'files' | 'aprj' | 'store' | 'client'>
  workspace: Workspace
  router: Router
  dialogs: Dialogs
}
