import type { Concept } from '../glossaries/glossary.ts'
import { isObject } from '#engine/checks/values.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { KnownCase, ProjectIndex } from '#engine/case-builder/project-index.ts'
import { lexiconOf } from './lexicon.ts'
import { says, type Reading, type Token } from './reading.ts'
import { generic, stemsOfVerb as verbStems } from './resolve-operation.ts'
import { sessionIn } from './session.ts'
import { plainWord, stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** A case that a request describes without saying its name, and the tokens that do. */
export interface DescribedCase {
  known: KnownCase
  used: Token[]
}

interface CaseWords {
  known: KnownCase
  /** Words of the name: each with the stems that say the same. */
  name: string[][]
  /** All words of it, verbs too. */
  every: string[][]
  /** What its requests are for. */
  acts: ReadonlySet<string>
  /** Texts that it sends: `Rex`. */
  values: ReadonlySet<string>
}

const cached = new WeakMap<ProjectIndex, CaseWords[]>()

/**
 * The case that a request is about where it says "the test that pays", "beim deutschen Buch", "Rex gets 80 grams": all words of a name beside a cue, a cue
 * beside what a case does, or a value that only one case sends. Undefined where more than one fits: then the person is asked.
 */
export function describedCase({ tokens }: Reading, index: ProjectIndex): DescribedCase | undefined {
  const all = cached.get(index) ?? index.cases.map((known) => wordsFor(known, index))
  cached.set(index, all)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const isPointed =
    tokens.some(
      ({ concepts }, at) =>
        concepts.has('existing') && !tokens.slice(Math.max(0, at - 2), at).some((one) => one.concepts.has('create')),
    ) ||
    (has('case') && !has('create') && !has('new')) ||
    /\bthe(?! (?:first|second|third|fourth|last|next|new|old|other|right|wrong|same|correct|valid|previous) one\b)(?: \p{L}+){1,3} (?:one|test|case)\b/iu.test(
      tokens.map(({ text }) => text).join(' '),
    )
  const isChange = has('instead') || has('more') || has('now') || has('update')
  const builds = tokens.some(({ concepts }) => concepts.has('create') && !concepts.has('new')) && !has('existing')
  // "Rename … to "New user"": what it is to be called says nothing of what it is.
  const content = tokens.filter(
    ({ kind, stop }, at) =>
      kind !== 'end' && kind !== 'number' && !stop && !(kind === 'quoted' && tokens[at - 1]?.concepts.has('to')),
  )
  const bySending = all.filter(({ values }) =>
    tokens.some(({ kind, text }) => kind === 'word' && /^\p{Lu}/u.test(text) && values.has(plainWord(text))),
  )
  const verbs = new Set(index.operations.flatMap(({ words, resource }) => [...words, resource]))
  const whole = all.flatMap((one) => {
    const used = one.name.map((stems) => content.find((token) => namesOne(token, stems)))
    const isWhole = one.name.length > 0 && used.every((token) => token !== undefined)
    const isOwn = one.name.some((stems) => !stems.some((stem) => verbs.has(stem) || generic.has(stem)))
    return isWhole && (isPointed || (isOwn && isChange && !builds) || (isOwn && has('delete') && !builds))
      ? [{ known: one.known, used: used.filter((token) => token !== undefined) }]
      : []
  })
  if (whole.length === 1) return whole[0]
  if (whole.length > 1) return undefined
  if (bySending.length === 1 && !builds && bySending[0]) return { known: bySending[0].known, used: [] }
  if (!isPointed) return undefined
  // "The test for signup".
  const session = sessionIn(tokens, index)
  const signing = session ? all.filter(({ known }) => index.operationsIn(known).at(-1)?.name === session.name) : []
  if (signing.length === 1 && signing[0]) return { known: signing[0].known, used: [] }
  const scored = all
    .map((one) => {
      const rare = (stem: string) => 1 / all.filter(({ acts, name }) => acts.has(stem) || name.flat().includes(stem)).length
      const used = content.filter((token) =>
        token.stems.some((stem) => !generic.has(stem) && (one.acts.has(stem) || one.name.flat().includes(stem))),
      )
      const stems = new Set(used.flatMap((token) => token.stems))
      const score = [...stems].reduce(
        (sum, stem) =>
          sum + (one.name.flat().includes(stem) ? 1.5 * rare(stem) : one.acts.has(stem) && !generic.has(stem) ? rare(stem) : 0),
        0,
      )
      return { known: one.known, used, score }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score >= 0.9 && best.score > 1.3 * (second?.score ?? 0) ? best : undefined
}

/** The only case that has all the words of its name in a text, whatever the text says of it. */
export function caseWithWords({ tokens }: Reading, index: ProjectIndex): KnownCase | undefined {
  const all = cached.get(index) ?? index.cases.map((known) => wordsFor(known, index))
  cached.set(index, all)
  const verbs = (token: Token) => [...token.concepts].flatMap((concept) => verbStems[concept] ?? [])
  const fitting = all.filter(
    ({ every }) =>
      every.length > 1 &&
      every.every((stems) => tokens.some((token) => namesOne(token, stems) || verbs(token).some((stem) => stems.includes(stem)))),
  )
  return fitting.length === 1 ? fitting[0]?.known : undefined
}

const namesOne = (token: Token, stems: readonly string[]): boolean => token.stems.some((stem) => stems.includes(stem))

const small = new Set(['a', 'an', 'the', 'of', 'and', 'to', 'in', 'for', 'by', 'with', 'one', 'case', 'test'])

function wordsFor(known: KnownCase, index: ProjectIndex): CaseWords {
  const english = lexiconOf('en')
  const words = wordsOf(known.one.name).filter((word) => !small.has(word))
  const isVerb = (word: string) => generic.has(stemOf(word)) || (english.meaning(word)?.concepts.length ?? 0) > 0
  const telling = words.filter((word) => !isVerb(word))
  const meaning = (word: string) => [
    stemOf(word),
    ...(english.meaning(word)?.terms ?? []).flatMap((term) => wordsOf(term).map(stemOf)),
  ]
  const operations = index.operationsIn(known)
  return {
    known,
    name: (telling.length > 1 ? telling : words).map(meaning),
    every: words.map(meaning),
    acts: new Set(operations.flatMap(({ verbs, resource }) => [...verbs, resource])),
    values: new Set(known.one.steps.flatMap((step) => (isSendRequestStep(step) ? valuesIn(step.body) : []))),
  }
}

/** The texts in a JSON body that look like names. */
function valuesIn(body: { type: string; text?: string }): string[] {
  if (body.type !== 'json') return []
  try {
    const value: unknown = JSON.parse(body.text ?? '')
    return Object.values(isObject(value) ? value : {})
      .filter((one) => typeof one === 'string' && /^\p{Lu}\p{L}+$/u.test(one))
      .map((one) => plainWord(String(one)))
  } catch {
    return []
  }
}
