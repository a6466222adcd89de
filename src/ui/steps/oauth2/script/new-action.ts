import type { Action, Target } from '#engine/steps/oauth2/automation/schema.ts'

/** A target that says nothing yet but how it will say where. */
export const emptyTarget = (): Target => ({ label: '', exact: false })

const button = (): Target => ({ role: 'button', name: '', exact: false })

const fresh: { [A in Action['do']]: () => Extract<Action, { do: A }> } = {
  goto: () => ({ do: 'goto', url: '' }),
  fill: () => ({ do: 'fill', at: emptyTarget(), value: '', timeout: 10 }),
  click: () => ({ do: 'click', at: button(), timeout: 10 }),
  check: () => ({ do: 'check', at: emptyTarget(), on: true, timeout: 10 }),
  select: () => ({ do: 'select', at: emptyTarget(), value: '', timeout: 10 }),
  press: () => ({ do: 'press', key: 'Enter', timeout: 10 }),
  'wait-for': () => ({ do: 'wait-for', at: { text: '', exact: false }, timeout: 10 }),
  // oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
  'if-visible': () => ({ do: 'if-visible', at: button(), then: [], else: [], timeout: 3 }),
  totp: () => ({ do: 'totp', at: emptyTarget(), key: '', algorithm: 'SHA1', digits: 6, period: 30, timeout: 10 }),
  'user-code': () => ({ do: 'user-code', at: emptyTarget(), timeout: 10 }),
  screenshot: () => ({ do: 'screenshot', name: '' }),
  code: () => ({ do: 'code', code: '', values: [], timeout: 10 }),
}

/** What is typed into or chosen from, which a button is not. */
const fields: ReadonlySet<Action['do']> = new Set(['fill', 'check', 'select', 'totp', 'user-code'])

/** A new action of a kind; of one that it takes the place of it keeps where that acts, and what it types. */
export function newAction(kind: Action['do'], before?: Action): Action {
  const action: Action = fresh[kind]()
  if (before === undefined) return action
  const isOther = fields.has(kind) !== fields.has(before.do)
  const keeps = 'at' in before && before.at && !(isOther && before.at.role !== undefined)
  if ('at' in action && 'at' in before && before.at && keeps && kind !== 'press') action.at = { ...before.at }
  if (action.do === 'fill' && before.do === 'select') action.value = before.value
  if (action.do === 'select' && before.do === 'fill' && typeof before.value === 'string') action.value = before.value
  return action
}
