import { freshSecretId } from '../project/fresh-secret-id.ts'
import type { ProjectContext } from '../project/project-context.ts'
import { texts } from './texts.ts'

/** Keeps a value in the vault, as a secret variable of the open project. */
export async function keepSecret(context: ProjectContext, variable: string, value: string): Promise<void> {
  const { workspace, vault } = context
  const head = workspace.head()
  if (!head) return
  const id = freshSecretId(context, head.name, variable)
  await vault.set(id, value)
  workspace.edit(texts.addSecret(variable), [], ({ head }) => {
    const known = head.variables.find(({ name }) => name === variable)
    if (known) known.value = { secret: id }
    else head.variables.push({ name: variable, value: { secret: id }, description: '' })
  })
}
