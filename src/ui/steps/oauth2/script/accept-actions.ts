import type { FoundAction, LoginTarget } from '#engine/ports/index.ts'
import type { Action, Target } from '#engine/steps/oauth2/automation/schema.ts'
import { newAction } from './new-action.ts'

const targetOf = (at: LoginTarget): Target => ({ ...at, exact: at.exact ?? false })

/** What belongs to a secret that an action types. */
interface KeptSecret {
  id: string
  /** What was typed, if it was seen: for the vault. */
  value: string
}

/**
 * Actions of the file for those that were recorded or proposed. What is secret gets an id by `secretFor`, the same for the same
 * field, and is returned in `secrets`: the project holds no value.
 */
export function acceptActions(
  found: readonly FoundAction[],
  secretFor: (field: string) => string,
): { actions: Action[]; secrets: KeptSecret[] } {
  const secrets: KeptSecret[] = []
  const ids = new Map<string, string>()
  const secret = (field: string, value: string): { secret: string } => {
    const id = ids.get(field) ?? secretFor(field)
    ids.set(field, id)
    if (value !== '') secrets.push({ id, value })
    return { secret: id }
  }
  const one = (told: FoundAction): Action => {
    const action = newAction(told.do)
    if ('at' in action && told.at) action.at = targetOf(told.at)
    if (action.do === 'fill' && told.do === 'fill') action.value = told.secret ? secret('password', told.value) : told.value
    if (action.do === 'totp') action.key = secret('totp', '')
    if (action.do === 'check' && told.do === 'check') action.on = told.on
    if (action.do === 'select' && told.do === 'select') action.value = told.value
    if (action.do === 'press' && told.do === 'press') {
      action.key = told.key
      if (told.at) action.at = targetOf(told.at)
    }
    if (action.do === 'if-visible' && told.do === 'if-visible') {
      const click = newAction('click')
      if (click.do === 'click') action.then.push({ ...click, at: targetOf(told.at) })
    }
    return action
  }
  return { actions: found.map(one), secrets }
}
