import type { Concept } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import type { Asked, Candidate } from './candidate.ts'
import { clausesOf } from './clauses.ts'
import { statusIn } from './expectations.ts'
import { actsWith } from './flow/verbs.ts'
import { isStatus } from './quantities.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'

/** What changes the project itself, and sends nothing: the words that ask for it. */
const triggers: Partial<Record<PlanOperation['do'], readonly Concept[]>> = {
  rename: ['rename', 'called'],
  move: ['move', 'suite', 'before', 'after'],
  remove: ['delete'],
  add_suite: ['suite'],
}

const edits: readonly Concept[] = ['rename', 'move', 'disable']

const asks: readonly Concept[] = ['create', 'read', 'list', 'update', 'delete', 'check']

/**
 * The parts of a request that a plan which only changes the project leaves alone: "create a course" and "check the new name" of one that renames something.
 * What such a part asks for would be dropped without a word.
 */
export function clausesBeside({ reading: { text, tokens }, index, named }: Asked, { operations }: Candidate): Token[][] {
  const wanted = operations.flatMap((one) => triggers[one.do] ?? [])
  if (operations.length === 0 || operations.some((one) => triggers[one.do] === undefined)) return []
  const does = actsWith(index)
  const acts = (token: Token) => does(token) || edits.some((one) => token.concepts.has(one))
  const clauses = clausesOf(tokens, acts)
  const said = operations
    .flatMap((one) => Object.values(one).filter((value) => typeof value === 'string'))
    .map((text) => text.toLowerCase())
  const isOther = (clause: readonly Token[]) =>
    edits.some((edit) => !wanted.includes(edit) && clause.some(({ concepts, stop }) => !stop && concepts.has(edit))) &&
    !clause.some(({ concepts }) => wanted.some((one) => concepts.has(one)))
  const isPlanned = (clause: readonly Token[]) =>
    !isOther(clause) &&
    clause.some(
      (token) =>
        wanted.some((concept) => token.concepts.has(concept)) ||
        named.some(({ label, start, end }) => said.includes(label.toLowerCase()) && start <= token.start && token.end <= end) ||
        (token.text.length > 2 && !token.stop && said.some((text) => text === token.text.toLowerCase())),
    )
  const nouns = nounsOf(index)
  const isOfThing = (clause: readonly Token[]) => clause.some(({ stems }) => stems.some((stem) => nouns.has(stem)))
  const isAsking = (clause: readonly Token[]) =>
    statusIn(clause) !== undefined ||
    clause.some((token) => token.kind === 'number' && isStatus(token.value)) ||
    isOther(clause) ||
    (clause.some((token) => asks.some((concept) => token.concepts.has(concept)) && !token.concepts.has('new')) &&
      (isOfThing(clause) || clause[0]?.concepts.has('check') === true))
  const structure = (clause: readonly Token[]) =>
    clause.some(({ concepts }) =>
      (['case', 'suite', 'step', 'project', 'variable', 'test'] as const).some((one) => concepts.has(one)),
    )
  // "A suite Smoke with tests for creating a post": what shall be in it stands behind its name.
  const [only] = operations
  if (only?.do === 'add_suite' && operations.length === 1) {
    const name = text.indexOf(only.name)
    const inside = tokens.filter(({ start }) => name >= 0 && start >= name + only.name.length)
    const asksFor = inside.some(({ concepts }) => asks.some((one) => concepts.has(one))) && isOfThing(inside)
    if (asksFor) return [inside]
  }
  return clauses.length < 2
    ? []
    : clauses.map((one) => one.tokens).filter((clause) => !isPlanned(clause) && !structure(clause) && isAsking(clause))
}
