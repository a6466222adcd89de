import type { ProjectIndex } from '../project-index.ts'
import type { Spoken } from '../understand/candidate.ts'
import { labelOf } from '../understand/names.ts'
import type { Texts } from './texts.ts'

/** The most names that an answer lists. */
const mostListed = 30

/** The answer to a question about the documents: bounds of a field, operations without a test, the cases that ask for some. */
export function tellFact({ say, about }: Spoken, index: ProjectIndex, { facts }: Texts): string {
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
  if (say === 'covering') {
    const meant = new Set(about?.split('\n'))
    const cases = index.cases.filter((known) => index.operationsIn(known).some(({ name }) => meant.has(name)))
    const names = cases.map((known) => labelOf(index, known))
    return cases.length === 0
      ? facts.noCases
      : facts.cases((names.length > mostListed ? [...names.slice(0, mostListed), '…'] : names).join(', '), cases.length)
  }
  const used = new Set(index.cases.flatMap((known) => index.operationsIn(known)))
  const open = index.operations.filter((operation) => operation.api && !used.has(operation)).map(({ name }) => name)
  const listed = open.length > mostListed ? [...open.slice(0, mostListed), '…'] : open
  return open.length === 0 ? facts.covered : facts.untested(listed.join(', '), open.length)
}
