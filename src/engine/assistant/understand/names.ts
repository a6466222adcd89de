import type { Concept } from '../glossaries/glossary.ts'
import type { KnownCase, ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Reading, Token } from './reading.ts'
import { describedCase } from './which-case.ts'
import { editDistance, plainWord } from '#engine/case-builder/words.ts'

/** What has a name in a project. */
export type NamedKind = 'case' | 'suite' | 'step' | 'variable' | 'project'

/** A thing of the project that a request names. */
export interface Named {
  what: NamedKind
  /** Its name, made unique: `Orders > List orders` where two have it. */
  label: string
  id: string
  /** Where in the text it stands. */
  start: number
  end: number
  quoted: boolean
  /** Of a step: the label of its case. */
  case?: string
  /** Its name is not said, but what it does. */
  described?: boolean
}

/** A case's name, with its suite in front where another case has it too. */
export function labelOf(index: ProjectIndex, { suite, one }: KnownCase): string {
  return index.cases.filter((other) => other.one.name === one.name).length > 1 ? `${suite.name} > ${one.name}` : one.name
}

/** The case that a label means. */
export function caseOf(index: ProjectIndex, label: string | undefined): KnownCase | undefined {
  if (label === undefined) return undefined
  const exact = index.cases.find((known) => labelOf(index, known) === label) ?? index.cases.find(({ one }) => one.name === label)
  if (exact) return exact
  const plain = plainWord(label).trim()
  return index.cases.find(({ one }) => plainWord(one.name).trim() === plain)
}

/** Names as they are compared with running text. */
const comparable = (text: string): string =>
  ` ${
    plainWord(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

interface Candidate {
  what: NamedKind
  label: string
  id: string
  name: string
  case?: string
}

const shortest = 3

/** Everything of the project that a text names, the longest name first: quoted, or word by word. */
export function namedIn(reading: Reading, index: ProjectIndex, tokens: readonly Token[] = reading.tokens): Named[] {
  const candidates = candidatesOf(index)
  const found: Named[] = []
  for (const token of tokens) {
    if (token.kind !== 'quoted') continue
    const wanted = comparable(token.text)
    const exact = candidates.filter(({ name }) => comparable(name) === wanted)
    const near =
      exact.length > 0
        ? exact
        : candidates.filter(({ name }) => name.length > 5 && editDistance(comparable(name), wanted, 2) <= 2)
    for (const { what, label, id, case: of } of near)
      found.push({ what, label, id, start: token.start, end: token.end, quoted: true, ...(of === undefined ? {} : { case: of }) })
  }
  const words = tokens.flatMap((token) =>
    token.kind === 'quoted' ? [] : (plainWord(token.text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({ word, token })),
  )
  const text = ` ${words.map(({ word }) => word).join(' ')} `
  for (const { what, label, id, name, case: of } of candidates) {
    const wanted = comparable(name)
    if (wanted.trim().length < shortest) continue
    const at = text.indexOf(wanted)
    if (at < 0) continue
    const first = text.slice(0, at).split(' ').filter(Boolean).length
    const last = first + wanted.trim().split(' ').length - 1
    const [from, to] = [words[first]?.token, words[last]?.token]
    const isAsked =
      (what === 'case' || what === 'step') &&
      from &&
      to &&
      asksForIt(tokens, [from, to], reading.text.slice(from.start, to.end) === name, index)
    // `GET /tasks/{id}` is no "Get tasks".
    const isRequest =
      from && to && !name.includes('/') && tokens.slice(tokens.indexOf(from), tokens.indexOf(to) + 1).some(isOfRequest)
    if (from && to && !isAsked && !isRequest)
      found.push({ what, label, id, start: from.start, end: to.end, quoted: false, ...(of === undefined ? {} : { case: of }) })
  }
  if (!found.some(({ what }) => what === 'case')) {
    const described = describedCase(reading, index)
    const start = Math.min(...(described?.used ?? []).map((token) => token.start))
    const end = Math.max(...(described?.used ?? []).map((token) => token.end))
    if (described)
      found.push({
        what: 'case',
        label: labelOf(index, described.known),
        id: described.known.one.id,
        quoted: false,
        described: true,
        ...(Number.isFinite(start) ? { start, end } : { start: 0, end: 0 }),
      })
  }
  return found.toSorted((a, b) => b.end - b.start - (a.end - a.start))
}

const isOfRequest = ({ kind }: Token): boolean => kind === 'path' || kind === 'url' || kind === 'method'

/** What is done with a case or a step, rather than with what it asks for. */
const edits: readonly Concept[] = [
  'rename',
  'move',
  'disable',
  'enable',
  'load',
  'users',
  'dataDriven',
  'identity',
  'explain',
  'why',
  'run',
  'case',
  'step',
  'suite',
  'more',
  'existing',
  'set',
  'instead',
  'assertion',
  'wait',
  'keep',
  'header',
  'random',
  'duplicate',
  'untested',
  'pairwise',
  'boundary',
  'partition',
]

/** What points at a thing by its name: "in List orders". */
const pointing: readonly Concept[] = ['in', 'to', 'from', 'after', 'before', 'delete', 'check', 'expect', 'update']

/**
 * "List orders, at least 3" asks for the orders, though a case is called so: a name that begins with a verb and is written as running text. Where the name
 * stands as it is written inside of a sentence, behind a word that points, or where cases are changed, the case is meant.
 */
function asksForIt(
  tokens: readonly Token[],
  [from, to]: readonly [Token, Token],
  isWritten: boolean,
  index: ProjectIndex,
): boolean {
  const at = tokens.indexOf(from)
  const next = tokens[tokens.indexOf(to) + 1]
  // "Search games should …": what a case has to do.
  if (isWritten && (next?.concepts.has('expect') || next?.concepts.has('must'))) return false
  const isVerb =
    (['create', 'list', 'read', 'update', 'delete'] as const).some((verb) => from.concepts.has(verb)) ||
    (from.concepts.size === 0 && from.stems.some((stem) => index.verbs.has(stem)))
  // "Park a vehicle, unpark it": a verb in running text, though a case is called so.
  const isOwnVerb =
    !isWritten && from === to && from.concepts.size === 0 && from.stems.some((stem) => index.verbs.has(stem)) && tokens.length > 4
  const isEdited = tokens.some(({ concepts }) =>
    (['rename', 'move', 'disable', 'enable', 'users', 'case', 'step'] as const).some((one) => concepts.has(one)),
  )
  if (isOwnVerb && !isEdited) return true
  const isAlone = tokens.length <= from.text.split(' ').length + 1
  return (
    isVerb &&
    !isAlone &&
    !(isWritten && at > 0) &&
    !tokens.some(({ concepts }) => edits.some((one) => concepts.has(one))) &&
    !tokens.slice(Math.max(0, at - 2), at).some(({ concepts }) => pointing.some((one) => concepts.has(one)))
  )
}

const mostCandidates = 20_000

function candidatesOf(index: ProjectIndex): Candidate[] {
  const { project } = index
  const list: Candidate[] = project.suites.map(({ id, name }) => ({ what: 'suite', label: name, id, name }))
  for (const known of index.cases) {
    const label = labelOf(index, known)
    list.push({ what: 'case', label, id: known.one.id, name: known.one.name })
    if (list.length < mostCandidates)
      for (const step of known.one.steps) list.push({ what: 'step', label: step.name, id: step.id, name: step.name, case: label })
  }
  for (const { name } of new Map(
    [...project.variables, ...project.environments.flatMap(({ variables }) => variables)].map((one) => [one.name, one]),
  ).values())
    list.push({ what: 'variable', label: name, id: name, name })
  return list
}

/** The cases that have the name which a text says, where it says no more than that: which one is meant only the person knows. */
export const alikeAs = (
  one: Named,
  { named, answers }: { named: readonly Named[]; answers: Readonly<Record<string, string>> },
): string[] =>
  one.what !== 'case' || answers['what'] !== undefined
    ? []
    : [
        ...new Set(
          named
            .filter(({ what, start, end }) => what === 'case' && start === one.start && end === one.end)
            .map(({ label }) => label),
        ),
      ]
