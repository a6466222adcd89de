import { AssayError } from '#engine/base/errors.ts'
import type { ChosenModel } from '#workers/assistant/assistant-protocol.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { modelChoice } from './settings-store.ts'

/**
 * The model that may be asked, if one was chosen. What goes out is searched for the values of secrets, so while the vault is locked
 * none is asked.
 */
export async function chosenModel(context: ProjectContext): Promise<{ chosen: ChosenModel | undefined; locked: boolean }> {
  const choice = modelChoice(context.services)
  const settings = choice.settings()
  if (settings.backend === 'none') return { chosen: undefined, locked: false }
  const { secrets } = context.services.client
  try {
    const values: string[] = []
    for (const { localId } of context.workspace.projects())
      for (const id of await secrets.list(localId)) {
        const value = await secrets.reveal(localId, id)
        if (value) values.push(value)
      }
    const key = settings.backend === 'remote' ? await choice.key(settings.remote.url) : undefined
    return { chosen: { settings: structuredClone(settings), key, secrets: values }, locked: false }
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'vault-locked') return { chosen: undefined, locked: true }
    throw thrown
  }
}
