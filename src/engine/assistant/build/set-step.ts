import type { Texts } from '../replies/texts.ts'
import { isObject } from '#engine/checks/values.ts'
import type { Step } from '#engine/project/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { PlanOperation } from '../plan.ts'
import { bodyText, putInto } from '#engine/case-builder/request-body.ts'
import { literal } from './planned-action.ts'
import type { Workbench } from '#engine/case-builder/workbench.ts'
import { Unplaced } from './surroundings.ts'
import { knownHosts } from '#engine/case-builder/case-builder.ts'

/** Sets one field of a step: a member of its body, a parameter, a header, whether it is off. */
export function setStep(
  bench: Workbench<Texts>,
  step: Step,
  { field, at = '', value }: Extract<PlanOperation, { do: 'set_step' }>,
): void {
  if (field === 'disabled') {
    step.disabled = value === true
    return
  }
  if (field === 'description') {
    step.description = String(value)
    return
  }
  if ('seconds' in step && field === 'seconds') {
    step.seconds = Number(value)
    return
  }
  if (!isSendRequestStep(step)) throw new Unplaced('field')
  if (field === 'query' || field === 'header') {
    const list = field === 'query' ? step.query : step.headers
    const there = list.find(({ name }) => name.toLowerCase() === at.toLowerCase())
    if (there) Object.assign(there, { value: String(value), disabled: false })
    else list.push({ name: at, value: String(value), disabled: false })
  } else if (field === 'path') step.url = step.url.replace(`\${${at}}`, encodeURIComponent(String(value)))
  else if (field === 'method') step.method = String(value)
  else if (field === 'timeout') step.timeout = Number(value)
  else if (field === 'url') {
    step.url = String(value)
    const host = /^https?:\/\/([^/?#]+)/.exec(step.url)?.[1]
    if (host !== undefined && !knownHosts(bench).has(host)) bench.warn(bench.texts.warn.newHost(host))
  } else if (field === 'body') setMember(step, at, value)
  else throw new Unplaced('field')
}

function setMember(step: SendRequestStep, at: string, value: string | number | boolean | null): void {
  if (step.body.type === 'form') {
    const there = step.body.fields.find(({ name }) => name === at)
    if (there) there.value = String(value)
    else step.body.fields.push({ name: at, value: String(value), disabled: false })
    return
  }
  if (step.body.type === 'multipart') {
    const there = step.body.parts.find(({ name }) => name === at)
    if (there) there.value = String(value)
    else step.body.parts.push({ name: at, value: String(value), disabled: false })
    return
  }
  if (step.body.type === 'none') step.body = { type: 'json', text: '{}' }
  if (step.body.type !== 'json') throw new Unplaced('field')
  let body: unknown
  try {
    body = JSON.parse(step.body.text)
  } catch {
    throw new Unplaced('field')
  }
  if (!isObject(body)) throw new Unplaced('field')
  putInto(body, at, literal(value))
  step.body = { type: 'json', text: bodyText(body) }
}
