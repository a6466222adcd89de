import type { SentRequest } from '#engine/api/match.ts'
import { openApi } from '#workers/api-client.ts'
import type { RandomFields } from '#workers/api/random-fields.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Asks the API definitions of the open project, one after the other, until one has an operation that a request asks for. */
export async function askApis(workspace: Workspace, request: SentRequest, body: unknown): Promise<RandomFields | undefined> {
  for (const { document } of workspace.head()?.apis ?? []) {
    const api = openApi(document)
    try {
      const found = await api.random(request, body)
      if (found) return found
    } finally {
      api.close()
    }
  }
  return undefined
}
