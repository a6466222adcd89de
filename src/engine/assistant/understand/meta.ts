import type { Concept } from '../glossaries/glossary.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { caseOf } from './names.ts'
import { says } from './reading.ts'

const spoken = (confidence: number, spoken: Candidate['spoken']): Candidate => ({
  confidence,
  operations: [],
  ...(spoken ? { spoken } : {}),
})

const counts = ({ reading }: Asked) => ({
  has: (...wanted: Concept[]) => says(reading.tokens, ...wanted),
  words: reading.tokens.filter(({ kind }) => kind !== 'end').length,
})

/** What the assistant can do, and greetings. */
export const help: Recogniser = (asked) => {
  const { has, words } = counts(asked)
  return has('help') && words <= 9 && !has('create') ? spoken(0.92, { say: 'help' }) : undefined
}

/** "undo that"; "undo a booking" is for an API that can. */
export const undo: Recogniser = (asked) => {
  const { has, words } = counts(asked)
  const { reading, index } = asked
  const isOfApi = reading.tokens.some((token) => token.concepts.has('undo') && token.stems.some((stem) => index.verbs.has(stem)))
  return has('undo') && !isOfApi && words <= 8 ? spoken(0.95, { say: 'undo' }) : undefined
}

/** "why did this fail?" */
export const why: Recogniser = (asked) => {
  const { has, words } = counts(asked)
  // In a longer text it is part of a story.
  return has('why') && (words <= 14 || /[?？]\s*$/.test(asked.reading.text)) ? spoken(0.93, { say: 'why' }) : undefined
}

/** "explain this case". */
export const explain: Recogniser = (asked) => {
  const { has } = counts(asked)
  if (!has('explain')) return undefined
  const label = asked.named.find(({ what }) => what === 'case')?.label ?? asked.focus.case
  const suite = asked.named.find(({ what }) => what === 'suite')?.label
  const about = label ?? suite
  return spoken(caseOf(asked.index, label) || suite ? 0.9 : 0.75, { say: 'explain', ...(about === undefined ? {} : { about }) })
}

/** Nothing is run by being asked for. */
export const noRun: Recogniser = (asked) => {
  const { has } = counts(asked)
  const builds =
    has('create') ||
    has('identity') ||
    has('load') ||
    has('users') ||
    has('dataDriven') ||
    has('rename') ||
    has('pairwise') ||
    has('boundary')
  return has('run') &&
    !builds &&
    (has('all') || has('now') || has('case') || has('suite') || has('test') || asked.named.length > 0)
    ? spoken(0.82, { say: 'no-run' })
    : undefined
}

/** No secret is told, and none is known here. */
export const noSecret: Recogniser = (asked) => {
  const { has } = counts(asked)
  return has('reveal') && (has('secret') || has('token')) && !has('create') ? spoken(0.93, { say: 'no-secret' }) : undefined
}

/** The assistant changes projects and nothing else. */
export const noLeave: Recogniser = (asked) => {
  const { has } = counts(asked)
  const sends =
    (has('secret') || has('token')) && asked.reading.tokens.some(({ kind }) => kind === 'url') && !has('set') && !has('is')
  return has('leave') || sends ? spoken(0.94, { say: 'no-leave' }) : undefined
}
