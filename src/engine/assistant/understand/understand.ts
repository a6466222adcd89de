import type { Concept } from '../glossaries/glossary.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { assertions, keep, setStep, setVariable, wait } from './edits.ts'
import { statusIn } from './expectations.ts'
import { tooFarIn } from './field-values.ts'
import { flow } from './flow/flow.ts'
import { claimsOfList } from './flow/verbs.ts'
import { caseOf, labelOf, type Named } from './names.ts'
import type { Token } from './reading.ts'
import { clausesBeside } from './beside.ts'
import { quoted } from './clauses.ts'
import { asDays } from './relative-dates.ts'
import { asVerbs } from './as-verbs.ts'
import { stemOf } from '#engine/case-builder/words.ts'
import { question } from './question.ts'
import { generic } from './resolve-operation.ts'
import { fromCurl } from './from-curl.ts'
import { everyOperation } from './every-operation.ts'
import { explain, help, noLeave, noRun, noSecret, undo, why } from './meta.ts'
import { crud, dataDriven, designs, identityMatrix, load, makeTests, negative, randomData } from './methods.ts'
import { remove } from './remove.ts'
import { addCase, addSuite, suiteWithCase, move, newProject, rename, switchStep } from './structure.ts'

const recognisers: readonly Recogniser[] = [
  noLeave,
  noSecret,
  undo,
  help,
  why,
  explain,
  question,
  fromCurl,
  makeTests,
  newProject,
  rename,
  move,
  switchStep,
  remove,
  load,
  dataDriven,
  identityMatrix,
  designs,
  crud,
  everyOperation,
  negative,
  randomData,
  wait,
  keep,
  setVariable,
  setStep,
  assertions,
  suiteWithCase,
  addSuite,
  addCase,
  flow,
  noRun,
]

const special: readonly Concept[] = [
  'pairwise',
  'combinations',
  'boundary',
  'partition',
  'decisionTable',
  'state',
  'mcdc',
  'load',
  'crud',
  'dataDriven',
  'identity',
  'explain',
  'why',
  'rename',
  'move',
  'disable',
  'enable',
  'wait',
  'suite',
  'case',
  'step',
  'project',
  'variable',
  'header',
  'parameter',
  'undo',
  'every',
  'operation',
  'keep',
]

/** Where something goes: of no matter to a flow that goes into a case. */
const places: readonly Concept[] = ['case', 'suite', 'step']

/** Whether a word for a kind of request makes a flow doubtful in this one. */
const isSpecial = ({ reading: { text, tokens }, index, named }: Asked, goesIn: boolean) => {
  const isInProject = text.toLowerCase().includes(index.project.name.toLowerCase())
  const isOfList = claimsOfList(tokens, index)
  const waits = tokens.some(
    (token, at) => token.concepts.has('wait') && tokens.slice(at, at + 5).some(({ value }) => value !== undefined),
  )
  return (concept: Concept): boolean => {
    if (goesIn && places.includes(concept)) return false
    const doubts: Partial<Record<Concept, boolean>> = {
      boundary: statusIn(tokens) === undefined && tooFarIn(tokens).length === 0,
      project: !isInProject,
      every: !isOfList,
      // "Save a customer" makes one.
      keep: tokens.some(({ concepts }, at) => concepts.has('keep') && tokens.slice(at).some((one) => one.concepts.has('to'))),
      operation: tokens.some(({ concepts }) => concepts.has('all')),
      wait: waits,
      // "The ETag header must be there": said of the answer.
      header: !tokens.some(({ concepts }) => (['must', 'exists', 'check', 'expect'] as const).some((one) => concepts.has(one))),
      rename: !tokens.some(({ concepts }) => concepts.has('rename') && concepts.has('update')),
      why: tokens.filter(({ kind }) => kind === 'word').length <= 14,
      case: named.some(({ what }) => what === 'case') || tokens.some(({ concepts }) => concepts.has('called')),
    }
    return doubts[concept] ?? true
  }
}

/** Meanings that a word loses where the API has things of that name. */
const soft: readonly Concept[] = [
  'refuse',
  'missing',
  'invalid',
  'state',
  'load',
  'random',
  'identity',
  'gone',
  'rows',
  'keep',
  'help',
  'wait',
  'reveal',
  'boundary',
  'operation',
  'item',
  'size',
]

/** Verbs that are nouns too. */
const deeds: readonly Concept[] = ['read', 'list', 'update', 'create', 'run', 'keep', 'check', 'test']

/** "Get all bounces" of an API of bounces refuses nothing. */
function asNouns(asked: Asked): Asked {
  const { reading, index } = asked
  const nouns = new Set(index.operations.map(({ resource }) => resource))
  // "Create a project named Apollo": where the API makes projects it is one of those.
  const makesProjects = index.operations.some(({ role, resource }) => role === 'create' && resource === 'project')
  const isOfProject =
    asked.named.some(({ what }) => what === 'project') ||
    reading.tokens.some(
      ({ concepts, kind }) => (!makesProjects && (concepts.has('called') || kind === 'quoted')) || concepts.has('rename'),
    )
  // A group is a suite to many; where the API has groups it is one of those. "Suite" itself stays what it is.
  const isSoft = (concept: Concept, plain: string) =>
    soft.includes(concept) ||
    (concept === 'project' && !isOfProject) ||
    (places.includes(concept) && plain.replace(/s$/, '') !== concept)
  // "Without group": a member of what is sent, where it is no suite of the project.
  const fields = new Set(
    index.operations.flatMap(({ fields: all }) => all.flatMap(({ words }) => (words.length === 1 ? words : []))),
  )
  const isField = (token: Token) =>
    token.kind === 'word' &&
    !/^suites?$/.test(token.plain) &&
    (['suite', 'step', 'identity'] as const).some((one) => token.concepts.has(one)) &&
    token.concepts.size === 1 &&
    fields.has(stemOf(token.plain))
  const isProject = (token: Token) => token.concepts.has('project') && nouns.has('project') && !isOfProject
  // "Remove a show": behind an article it is a thing, where the API has them.
  const isThing = (token: Token) => {
    const at = reading.tokens.indexOf(token)
    const [before, next] = [reading.tokens[at - 1], reading.tokens[at + 1]]
    // "A deleted post".
    const isDescribed = /[^e]ed$/.test(before?.plain ?? '') && before?.concepts.has('delete') === true
    // "All posts", "get posts": of several, unless somebody "posts a comment".
    // "Tests for …" are those of this project, though the API has a path `/tests`.
    const isOurs = token.concepts.has('test') && next?.plain === 'for'
    const isSeveral = /[^s]s$/.test(token.plain) && !isOurs && !/^(?:an?|the|to|\d+)$/.test(next?.plain ?? '')
    return (
      ((before?.stop === true && before.plain.length <= 4) || isDescribed || isSeveral) &&
      nouns.has(stemOf(token.plain)) &&
      [...token.concepts].some((concept) => deeds.includes(concept))
    )
  }
  const isNoun = (token: Token) =>
    token.kind === 'word' &&
    (isProject(token) ||
      isThing(token) ||
      isField(token) ||
      (nouns.has(stemOf(token.plain)) && [...token.concepts].some((concept) => isSoft(concept, token.plain))))
  // A cart may be an order to others; where the API has carts it is one of those.
  const isOwn = (token: Token) => token.kind === 'word' && nouns.has(stemOf(token.plain)) && token.stems.length > 1
  // "Umgebungen" of an API of environments: what the meaning of a word is called.
  const meant = (token: Token): string[] =>
    token.kind === 'word' && !token.stems.some((stem) => nouns.has(stem))
      ? // "Can't" is no note, though both are `not`.
        [...token.concepts]
          .filter((concept) => concept.length > 3)
          .map(stemOf)
          .filter((stem) => nouns.has(stem) && !generic.has(stem))
      : []
  if (!reading.tokens.some((token) => isNoun(token) || isOwn(token) || meant(token).length > 0)) return asked
  const tokens = reading.tokens.map((token) => ({
    ...token,
    concepts: isNoun(token)
      ? new Set(
          [...token.concepts].filter((concept) => !isSoft(concept, token.plain) && !(isThing(token) && deeds.includes(concept))),
        )
      : token.concepts,
    stems: isProject(token)
      ? ['project']
      : meant(token).length > 0
        ? [...token.stems, ...meant(token)]
        : isOwn(token)
          ? token.stems.filter((stem) => stem === stemOf(token.plain) || (!nouns.has(stem) && !index.verbs.has(stem)))
          : token.stems,
  }))
  return { ...asked, reading: { ...reading, tokens } }
}

/** What was asked about and clicked is named as if it had been said. */
function withAnswered(asked: Asked): Asked {
  const { answers, index, reading } = asked
  const label = answers['what'] ?? answers['case']
  const known = caseOf(index, label)
  const suite = index.project.suites.find(({ name }) => name === (answers['suite'] ?? label))
  const at = { start: reading.text.length, end: reading.text.length, quoted: true }
  const said: Named[] = [
    ...(known ? [{ what: 'case' as const, label: labelOf(index, known), id: known.one.id, ...at }] : []),
    ...(suite ? [{ what: 'suite' as const, label: suite.name, id: suite.id, ...at }] : []),
  ]
  // What else has the name that was said is not meant.
  const place = asked.named.find(({ what, id }) => said.some((one) => one.what === what && one.id === id))
  const others = asked.named.filter(({ what, start, end }) => what !== place?.what || start !== place.start || end !== place.end)
  return said.length > 0
    ? {
        ...asked,
        named: [
          ...said.map((one) => ({ ...one, ...(place && one.what === place.what ? { start: place.start, end: place.end } : {}) })),
          ...others,
        ],
      }
    : asked
}

/** Whether a request has a number, and the plan is one that has no place for any: "limit 0 and 201 are bad requests". */
const losesNumber = ({ reading: { tokens } }: Asked, { operations, missing }: Candidate): boolean =>
  !missing &&
  operations.some((one) => one.do === 'recipe' && (one.recipe === 'negative' || one.recipe === 'crud')) &&
  tokens.some(({ kind, text }) => kind === 'number' && !JSON.stringify(operations).includes(text))

/** A plan that leaves parts of a request alone names them: it is proposed if the person says so. */
function besides(asked: Asked, candidate: Candidate | undefined): Candidate | undefined {
  const clauses = candidate ? clausesBeside(asked, candidate) : []
  if (!candidate || clauses.length === 0) return candidate
  const about = quoted(clauses, asked.reading.text)
  return asked.answers['left'] === 'yes'
    ? { ...candidate, leftOut: about }
    : { ...candidate, confidence: Math.min(candidate.confidence, 0.59), missing: { slot: 'left', options: [], about } }
}

/** "To the event list test": a name that is said to be one of a test. */
const isCalledTest = (tokens: readonly Token[], end: number): boolean => {
  const at = tokens.findIndex((token) => token.end === end)
  return /^(?:test|case|testcase)$/.test(tokens[at + 1]?.plain ?? '') && /^(?:the|my)$/.test(before(tokens, at, 5))
}

/** The nearest article before a place. */
const before = (tokens: readonly Token[], at: number, far: number): string =>
  tokens.slice(Math.max(0, at - far), at).findLast(({ stop, plain }) => stop && plain.length < 4)?.plain ?? ''

/** Under it the person is asked, or a model. */
export const sureEnough = 0.6

/** All readings of a request, the surest first. Deterministic. */
export function understand(given: Asked): Candidate[] {
  const days = { ...given, reading: { ...given.reading, tokens: asDays(given.reading.tokens) } }
  const asked = withAnswered(asVerbs(asNouns(days)))
  const words = asked.reading.tokens.filter(({ kind }) => kind === 'word').length
  const strange = words === 0 ? 0 : asked.reading.unknown.length / words
  return recognisers
    .flatMap((recognise, order) => {
      const candidate = besides(asked, recognise(asked))
      // Words that nobody knows make every reading less sure, a request of nothing else most.
      if (!candidate) return []
      // A request for a method, a load test and the like also names what it is for: that is no flow of its own.
      const goesIn = candidate.operations.some((one) => 'case' in one && one.case !== undefined)
      const isCase =
        !goesIn &&
        asked.named.some(
          ({ what, label, start, end, described, quoted }) =>
            what === 'case' &&
            (described ||
              (quoted && !asked.reading.tokens.some(({ concepts }) => concepts.has('called'))) ||
              isCalledTest(asked.reading.tokens, end) ||
              (end - start > 5 && asked.reading.text.slice(start, end).replace(/^["'“]|["'”]$/g, '') === label)),
        )
      // 'Change "Create a task" so that …': it is changed, and asks for nothing more.
      const isChanged = asked.named.some(
        ({ what, start, quoted }) =>
          what === 'case' &&
          quoted &&
          asked.reading.tokens.some(({ concepts, end }) => concepts.has('update') && end <= start && start - end < 12),
      )
      const isAbout = isSpecial(asked, goesIn)
      const isOther =
        recognise === flow &&
        asked.reading.tokens.some(({ concepts }) => special.some((concept) => concepts.has(concept) && isAbout(concept)))
      // A file that nothing is done with was given for something else.
      const isUnused =
        asked.attachments.length > 0 &&
        candidate.operations.length > 0 &&
        !candidate.operations.some((one) => one.do === 'use_data' || 'file' in one)
      return [
        {
          ...candidate,
          confidence:
            candidate.confidence *
            (1 - Math.max(0, strange - 0.2) * 0.6) *
            (isOther || ((isCase || isChanged) && recognise === flow) ? 0.62 : 1) *
            (isUnused ? 0.6 : 1) *
            (losesNumber(asked, candidate) ? 0.6 : 1),
          order,
        },
      ]
    })
    .toSorted((a, b) => b.confidence - a.confidence || a.order - b.order)
}
