import { isObject } from '#engine/checks/values.ts'
import type { Step } from '#engine/project/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Token } from './reading.ts'

/** "25 instead of 10", "two is boring, order 24": of two numbers the one that a member has now, and the one that it shall have. */
export function replacedValues(tokens: readonly Token[], step: Step): Map<string, number> {
  const found = new Map<string, number>()
  const members = numbersIn(step)
  const said = tokens.filter(({ value, kind }) => value !== undefined && (kind === 'number' || kind === 'word'))
  for (const [name, now] of members) {
    if (members.filter(([, other]) => other === now).length > 1) continue
    const old = said.find(({ value }) => value === now)
    const fresh = said.find(
      (token) => token !== old && token.kind === 'number' && !members.some(([, other]) => other === token.value),
    )
    if (old && fresh?.value !== undefined) found.set(name, fresh.value)
  }
  return found
}

/** The numbers that a request sends now, by name. */
function numbersIn(step: Step): [string, number][] {
  if (!isSendRequestStep(step)) return []
  const query = step.query.flatMap(({ name, value }): [string, number][] =>
    /^-?\d+$/.test(value) ? [[name, Number(value)]] : [],
  )
  if (step.body.type !== 'json') return query
  try {
    const body: unknown = JSON.parse(step.body.text)
    return [
      ...query,
      ...Object.entries(isObject(body) ? body : {}).filter((one): one is [string, number] => typeof one[1] === 'number'),
    ]
  } catch {
    return query
  }
}
