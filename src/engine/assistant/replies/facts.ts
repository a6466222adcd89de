import { takesStatus } from '#engine/extractors/facts.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { indexOfRequest, type KnownCase, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Spoken } from '../understand/candidate.ts'
import { answersWith } from '../understand/flow/action.ts'
import { labelOf } from '../understand/names.ts'
import type { Texts } from './texts.ts'

/** The most names that an answer lists. */
const mostListed = 30

/** The answer to a question about the documents: bounds of a field, operations without a test, the cases that ask for some. */
export function tellFact({ say, about, status }: Spoken, index: ProjectIndex, { facts }: Texts): string {
  if (say === 'bounds') {
    const [name = '', member = ''] = (about ?? '').split('\n')
    const field = index.operation(name)?.fields.find((one) => one.name === member)
    const range = [field?.least, field?.most]
    return facts.bounds(
      member,
      name,
      range[0] === undefined ? `≤ ${range[1] ?? ''}` : range[1] === undefined ? `≥ ${range[0]}` : `${range[0]} – ${range[1]}`,
    )
  }
  if (say === 'statuses') {
    const one = index.operation(about ?? '')
    const known = one?.api?.api.operation(one.api.key)?.responses.map(({ status: answered }) => answered) ?? []
    return facts.statuses(about ?? '', known.join(', '))
  }
  if (say === 'covering') {
    const meant = new Set(about?.split('\n'))
    const cases = index.cases.filter((known) => askedIn(known, index, status).some(({ name }) => meant.has(name)))
    const names = cases.map((known) => labelOf(index, known))
    return cases.length === 0
      ? facts.noCases
      : facts.cases((names.length > mostListed ? [...names.slice(0, mostListed), '…'] : names).join(', '), cases.length)
  }
  const used = new Set(index.cases.flatMap((known) => askedIn(known, index, status)))
  const documented = index.operations.filter(({ api }) => api)
  // Where documents know the status, of those that do.
  const answering = documented.filter((operation) => status !== undefined && answersWith(operation, status))
  const open = (answering.length > 0 ? answering : documented).filter((operation) => !used.has(operation)).map(({ name }) => name)
  const listed = open.length > mostListed ? [...open.slice(0, mostListed), '…'] : open
  return open.length === 0 ? facts.covered(status) : facts.untested(listed.join(', '), open.length, status)
}

/** The operations that a case asks for; with a status those whose answer it expects to have that. */
function askedIn({ one, suite }: KnownCase, index: ProjectIndex, status: number | undefined): KnownOperation[] {
  if (status === undefined) return index.operationsIn({ one, suite })
  const expecting = new Set<string>()
  let last: string | undefined
  for (const step of one.steps) {
    if (isSendRequestStep(step)) last = step.id
    // Without a request of its own a check is of the one before.
    const checked = isAssertionStep(step) ? (step.step ?? last) : undefined
    if (
      checked !== undefined &&
      isAssertionStep(step) &&
      step.checks.some((check) => takesStatus(check) && !check.not && [check.value].flat().includes(status))
    )
      expecting.add(checked)
  }
  return one.steps.flatMap((step) => (expecting.has(step.id) ? (indexOfRequest(index, step) ?? []) : []))
}
