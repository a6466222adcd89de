import type { Concept } from '../glossaries/glossary.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Asked } from './candidate.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'
import { plainWord, stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** What a word stands for in documents, where the API at hand has no word of its own for it: "cancel a booking" is DELETE. */
const verbsOfTerms: readonly [stem: string, concept: Concept][] = [
  ['delet', 'delete'],
  ['creat', 'create'],
]

/** Meanings that give way to what the API does: answers to questions, and "assign". */
const weak: readonly Concept[] = ['cancel', 'yes', 'no', 'skip', 'here', 'now', 'set']

/** Words for what an API does that no glossary has, as verbs: by what they stand for in documents, and by the nouns that are made of them. */
export function asVerbs(asked: Asked): Asked {
  const { reading, index, focus } = asked
  const nouns = nounsOf(index)
  const made = verbsOfNouns(index)
  const isOfApi = renamesThing(asked)
  // "Deactivate a user" of an API that does so: no step is switched off.
  const isOfProject =
    focus.step !== undefined ||
    reading.tokens.some(({ concepts }) => (['step', 'case', 'suite'] as const).some((one) => concepts.has(one)))
  const isNamed = ({ end }: Token) =>
    asked.named.some(({ what, described, start }) => what !== 'project' && !described && start >= end && start - end < 6)
  const isDeed = (token: Token): boolean =>
    !isOfProject &&
    token.kind === 'word' &&
    token.concepts.size > 0 &&
    [...token.concepts].every((concept) => ofProjects.includes(concept)) &&
    index.verbs.has(stemOf(token.plain)) &&
    !isNamed(token)
  const tokens = reading.tokens.map((token, at): Token => {
    if (isOfApi && token.concepts.has('undo'))
      return index.verbs.has('cancel')
        ? { ...token, concepts: new Set<Concept>(), stems: ['cancel'] }
        : { ...token, concepts: new Set<Concept>(['delete']) }
    if (isOfApi && token.concepts.has('set') && token === reading.tokens[0] && !focus.case)
      return { ...token, concepts: new Set<Concept>(['update']) }
    if (isOfApi && token.concepts.has('rename')) return { ...token, concepts: new Set<Concept>(['rename', 'update']) }
    if (isDeed(token)) return { ...token, concepts: new Set<Concept>() }
    if (token.kind !== 'word' || [...token.concepts].some((concept) => !weak.includes(concept))) return token
    const own = stemOf(token.corrected ?? token.plain)
    if (opens(reading.tokens, at, index)) return { ...token, concepts: new Set<Concept>(['create']) }
    const noun = made.get(token.plain) ?? made.get(plainWord(token.text))
    if (noun !== undefined && !index.verbs.has(own))
      return { ...token, concepts: new Set<Concept>(['create']), stems: [...new Set([noun, ...token.stems])] }
    if (index.verbs.has(own) || nouns.has(own)) return token
    const found = verbsOfTerms.filter(([stem]) => token.stems.includes(stem) && own !== stem).map(([, concept]) => concept)
    return found.length === 0 ? token : { ...token, concepts: new Set(found) }
  })
  const meant = new Set(tokens.flatMap(({ text, concepts }) => (concepts.size > 0 ? [text] : [])))
  return { ...asked, reading: { ...reading, tokens, unknown: reading.unknown.filter((word) => !meant.has(word)) } }
}

/** What is done with cases and steps, by words that APIs have too. */
const ofProjects: readonly Concept[] = ['disable', 'enable', 'duplicate', 'move', 'run', 'load']

const opening = /^(?:open|file|issue|schedule|start|launch|draft|compose|log|request|buy|purchase|raise)(?:s|ed|ing)?$/

/** "Open an account", "file a ticket": people have a verb of their own for what an API creates. */
function opens(tokens: readonly Token[], at: number, index: ProjectIndex): boolean {
  const [verb, article, ...rest] = tokens.slice(at, at + 4)
  const isOwn = verb?.stems.some((stem) => index.verbs.has(stem))
  if (!verb || isOwn || !opening.test(verb.plain) || !/^(?:an?|another|one|two|three|\d+)$/.test(article?.plain ?? ''))
    return false
  return rest.some(({ stems }) => index.operations.some(({ role, resource }) => role === 'create' && stems.includes(resource)))
}

/** "Rename a group": a thing of the API, where the project has none of that name. */
function renamesThing({ reading: { tokens }, index, named: all, focus }: Asked): boolean {
  // "Create a course, rename it": a thing of the API, though a suite is called so too.
  const isMade = tokens[0]?.concepts.has('create') === true && tokens.some(({ concepts }) => concepts.has('it'))
  const named = all.filter(
    ({ what, quoted, label }) =>
      !(isMade && what === 'suite' && !quoted && index.operations.some(({ resource }) => resource === stemOf(plainWord(label)))),
  )
  if (named.some(({ what }) => what !== 'project' && what !== 'variable') && named.some(({ described }) => !described))
    return false
  if (
    tokens.some(({ concepts }) =>
      (['case', 'suite', 'step', 'it'] as const).some((one) => concepts.has(one) && focus.case !== undefined),
    )
  )
    return false
  return index.operations.some(({ role, resource }) => role === 'update' && tokens.some(({ stems }) => stems.includes(resource)))
}

const endings = ['al', 'ment', 'ing', 'ation', 'ion', 'ance', 'ure', 'ission', 'ery', 'age', 'ee'] as const

const known = new WeakMap<ProjectIndex, ReadonlyMap<string, string>>()

/** "Withdraw" of `/withdrawals`, "pay" of `/payments`, "reserve" of `/reservations`: verbs with the nouns that an API makes, as stems. */
function verbsOfNouns(index: ProjectIndex): ReadonlyMap<string, string> {
  const there = known.get(index)
  if (there) return there
  const found = new Map<string, string>()
  for (const { role, path, resource } of index.operations) {
    if (role !== 'create') continue
    const segment = path.split('/').findLast((one) => one !== '' && !one.includes('{')) ?? ''
    const word = (wordsOf(segment).at(-1) ?? '').replace(/s$/, '')
    for (const ending of endings)
      if (word.endsWith(ending) && word.length - ending.length > 2 && stemOf(word) === resource) {
        const verb = word.slice(0, -ending.length)
        for (const form of ['', 's', 'e', 'es', 'ed', 'd']) found.set(`${verb}${form}`, resource)
      }
  }
  known.set(index, found)
  return found
}
