import { emptyVariable } from '#engine/project/empty.ts'
import { freshSecretId } from '../fresh-secret-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { pickTexts } from './pick-texts.ts'

/** See `EditorContext.keepVariable`; one undoable edit. A secret is in the vault before anything refers to it; rejects if it can't be put there. */
export async function keepVariable(
  context: Pick<ProjectContext, 'workspace' | 'vault' | 'environment'>,
  { name, value, secret }: { name: string; value: string; secret: boolean },
): Promise<boolean> {
  const { workspace, vault } = context
  const project = workspace.localId()
  const active = context.environment()
  const where = workspace.head()?.environments.find(({ id }) => id === active)
  let id: string | undefined
  if (secret) {
    id = freshSecretId(context, where?.name ?? workspace.head()?.name ?? '', name)
    await vault.set(id, value)
    // Someone went on to another project meanwhile.
    if (workspace.localId() !== project) return false
  }
  return workspace.edit(pickTexts.keepVariable(name), [], ({ head }) => {
    const variables = head.environments.find((one) => one.id === active)?.variables ?? head.variables
    const known = variables.find((variable) => variable.name === name)
    const kept = id === undefined ? value : { secret: id }
    if (known) known.value = kept
    else variables.push({ ...emptyVariable(name), value: kept })
  })
}
