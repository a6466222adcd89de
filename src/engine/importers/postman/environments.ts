import type { Variable } from '#engine/project/format/schema.ts'
import type { Draft } from '../draft.ts'
import type { Convert } from '../variables/moustache.ts'
import { listOf, objectOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { importerTexts as shared } from '../texts.ts'

/** An environment with its variables. */
export function readEnvironment(draft: Draft, convert: Convert, document: Plain): void {
  const name = textAt(document, 'name') || 'Environment'
  const environment = { id: draft.newId(), name, description: '', insecureHosts: [], variables: [] as Variable[] }
  draft.project.environments.push(environment)
  readVariables(draft, convert, environment.variables, document['values'], name)
}

/** Adds variables to a list; those switched off are omitted, secret ones become secrets, the last of a name counts. */
export function readVariables(
  draft: Draft,
  convert: Convert,
  into: Variable[],
  values: unknown,
  where = draft.project.name,
): void {
  const places = new Map(into.map(({ name }, at) => [name, at]))
  for (const one of listOf(values)) {
    const found = objectOf(one)
    const key = textAt(found, 'key') || textAt(found, 'id')
    if (found === undefined || key === '' || found['enabled'] === false || found['disabled'] === true) continue
    const content = found['value'] ?? found['currentValue']
    const text = typeof content === 'object' && content !== null ? JSON.stringify(content) : textOfValue(content)
    const isSecret = found['type'] === 'secret'
    const secret = isSecret ? draft.secret(where, key, text) : undefined
    if (secret && text === '') draft.leaveOut(where, shared.noValue(key), secret.secret)
    const value = secret ?? convert(text, where)
    const variable = draft.variable(key, value, textAt(found, 'description') || textAt(found, 'description', 'content'))
    const known = places.get(variable.name)
    if (known === undefined) places.set(variable.name, into.push(variable) - 1)
    else into[known] = variable
  }
}
