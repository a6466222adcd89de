import { freshSecretId } from '../project/fresh-secret-id.ts'
import type { ProjectContext } from '../project/project-context.ts'
import { texts } from './texts.ts'

/** What stood in a message in place of what stands in it now: the text between their common beginning and end. */
export function replacedIn(original: string, now: string): string {
  let start = 0
  while (start < now.length && original[start] === now[start]) start += 1
  let end = 0
  while (end < now.length - start && original.at(-1 - end) === now.at(-1 - end)) end += 1
  return original.slice(start, original.length - end).trim()
}

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
