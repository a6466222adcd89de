import type { KnownOperation, ProjectIndex } from '#engine/case-builder/project-index.ts'
import { lexiconOf } from './lexicon.ts'
import type { Token } from './reading.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** What every API does, by the meanings that a document's verb and a person's verb share. */
const shared = ['create', 'delete', 'read', 'list', 'update'] as const
/** Words of a title that join others, or say nothing that a person would repeat. */
const joining =
  /^(?:an?|the|of|for|by|to|in|on|at|with|from|and|or|as|its|is|into|all|new|single|one|specific|given|existing|particular|this|that|details?|information|data|id|ids|uuid|api|endpoint|request|method)$/
const whose = /^(?:my|me|own|current|mine|self|myself|authenticated|logged)$/

/** A word of a title: a verb that every API has, whose it is, or a word of its own. */
interface Word {
  stem: string
  verb?: readonly string[]
  isWhose: boolean
}

interface Title {
  operation: KnownOperation
  words: readonly Word[]
  /** It is the end of a path with more than a verb and a noun: `delete_last_product`. */
  isSpecific: boolean
  /** It begins with a verb that not every API has, or with none: "assign", "change the password", `assigned_customers`. */
  hasOwnVerb: boolean
}

const known = new WeakMap<ProjectIndex, readonly Title[]>()

const longestTitle = 7

/** The words at the end of a path, where they are several: `all_pending_bookings`, `assign-driver`. */
function endOf({ path }: KnownOperation): string[] {
  const words = wordsOf(path.split('/').findLast((one) => one !== '' && !one.includes('{')) ?? '')
  return words.filter((word, at) => !(at === 0 && /^(?:all|get|view|list|show)$/.test(word)) && word !== 'all')
}

function titlesOf(index: ProjectIndex): readonly Title[] {
  const there = known.get(index)
  if (there) return there
  const lexicon = lexiconOf('en')
  const made = index.operations
    .filter(({ api }) => api)
    .flatMap((operation) =>
      [wordsOf(operation.title), endOf(operation)].map((title, at) => ({ operation, title, isEnd: at === 1 })),
    )
    .map(({ operation, title, isEnd }): Title => {
      const words = title
        .filter((word) => !joining.test(word))
        .map((word, at): Word => {
          const verb =
            at === 0 ? lexicon.meaning(word)?.concepts.filter((one) => shared.some((verbs) => verbs === one)) : undefined
          return { stem: stemOf(word), isWhose: whose.test(word), ...(verb && verb.length > 0 ? { verb } : {}) }
        })
      return {
        operation,
        words: title.length > longestTitle + 3 ? [] : words,
        hasOwnVerb: isOwnVerb(title[0] ?? ''),
        isSpecific: isEnd && words.length > 2,
      }
    })
    .filter(({ words }) => words.length > 1 && words.length <= longestTitle)
  known.set(index, made)
  return made
}

/**
 * The operation whose title a text says: "assign the role editor to a user" says "Assign role to user". Undefined where no title is said as a whole, or where two
 * of the same length are.
 */
export function titledIn(
  tokens: readonly Token[],
  index: ProjectIndex,
  topic?: string,
): { operation: KnownOperation; isDeed: boolean } | undefined {
  // "The last one": of what was spoken of before.
  const isOne = tokens.some(({ plain }) => /(?:^| )(?:one|ones|it|them)$/.test(plain))
  const says = ({ stem, verb, isWhose }: Word): boolean =>
    tokens.some(
      (token) =>
        token.kind === 'word' &&
        (token.stems.includes(stem) ||
          (isOne && stem === topic) ||
          (stem === 'last' && token.concepts.has('last')) ||
          stemOf(token.plain) === stem ||
          (verb?.some((one) => token.concepts.has(one as (typeof shared)[number])) ?? false) ||
          (isWhose && (whose.test(token.plain) || token.concepts.has('self')))),
    )
  // "Create a pending booking" lists none.
  const changes = tokens.some(({ concepts, stop }) =>
    (['create', 'update', 'delete'] as const).some((one) => concepts.has(one) && !stop),
  )
  const said = titlesOf(index)
    .filter(({ words, operation, hasOwnVerb }) => !(changes && hasOwnVerb && operation.method === 'GET') && words.every(says))
    .toSorted((a, b) => b.words.length - a.words.length)
  const [best] = said
  const second = said.find(({ operation }) => operation !== best?.operation)
  return best && best.words.length !== second?.words.length
    ? { operation: best.operation, isDeed: best.hasOwnVerb || best.isSpecific }
    : undefined
}

/** Whether a word is none of the verbs that every API has. */
const isOwnVerb = (word: string): boolean => {
  const concepts = lexiconOf('en').meaning(word)?.concepts ?? []
  return word !== '' && !concepts.some((one) => shared.some((verb) => verb === one))
}

/** `POST /posts/{id}/like`, `/manga/{id}/favorite`: what is done with one thing, by the word at the end of a path. */
const deeds = new WeakMap<ProjectIndex, readonly { operation: KnownOperation; word: string; holder: string }[]>()

function deedsOf(index: ProjectIndex): readonly { operation: KnownOperation; word: string; holder: string }[] {
  const there = deeds.get(index)
  if (there) return there
  const made = index.operations.flatMap((operation) => {
    const segments = operation.path.split('/').filter(Boolean)
    const [holder = '', parameter = '', last = ''] = segments.slice(-3)
    const [word, ...more] = wordsOf(last)
    return operation.method === 'GET' ||
      !parameter.startsWith('{') ||
      last.includes('{') ||
      !word ||
      more.length > 0 ||
      word.endsWith('s')
      ? []
      : [{ operation, word: stemOf(word), holder: stemOf(wordsOf(holder).at(-1) ?? '') }]
  })
  deeds.set(index, made)
  return made
}

/** "Favorite a manga", "like it": a clause that begins with the word at the end of a path, and says what it is done with. */
export function deedIn(tokens: readonly Token[], index: ProjectIndex, topic?: string): KnownOperation | undefined {
  const at = tokens.findIndex(({ kind, stop }) => kind === 'word' && !stop)
  const [first, next] = [tokens[at], tokens[at + 1]]
  if (!first || !next || first.concepts.size > 0) return undefined
  const isIt = next.concepts.has('it') || /^(?:it|them|him|her)$/.test(next.plain)
  const rest = tokens.slice(at + 1)
  const found = deedsOf(index).filter(
    ({ word, holder }) =>
      stemOf(first.plain) === word &&
      (isIt ? topic === undefined || holder === topic : next.stop && rest.some(({ stems }) => stems.includes(holder))),
  )
  return (found.find(({ operation }) => operation.method !== 'DELETE') ?? found[0])?.operation
}
