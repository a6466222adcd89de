import { concepts, type Concept, type Glossary, type Language } from '../glossaries/glossary.ts'
import { glossaries } from '../glossaries/index.ts'
import { editDistance, plainWord, typosIn } from '#engine/case-builder/words.ts'

/** What stands for a word or a phrase in a language. */
interface Entry {
  words: string[]
  concepts: Concept[]
  /** English words of documents. */
  terms: string[]
}

/** A glossary, ready to be asked. */
export interface Lexicon {
  language: Language
  /** The longest entry that the words from `at` on begin with, and how many of them it takes. */
  find(words: readonly string[], at: number): { entry: Entry; length: number } | undefined
  /** What a single word means; also by its beginning. */
  meaning(word: string): { concepts: readonly Concept[]; terms: readonly string[] } | undefined
  isStop(word: string): boolean
  /** A misspelt word that says nothing by itself, or only what every request does: `acutally`, `cna`, `chek`. */
  isNearlyKnown(word: string): boolean
  number(word: string): number | undefined
  /** Whole words, for misspelt ones. */
  vocabulary: readonly string[]
  /** How words of more endings begin, for misspelt ones. */
  beginnings: readonly string[]
  /** Of Chinese: all entries, the longest first, as they are looked for in running text. */
  running: readonly string[]
  decimalComma: boolean
}

const known = new Map<Language, Lexicon>()

/** Words whose meaning is kept: requests say the same ones again. */
const mostMeant = 5_000

/** The lexicon of a language; made once. */
export function lexiconOf(language: Language): Lexicon {
  const made = known.get(language) ?? compile(language, glossaries[language])
  known.set(language, made)
  return made
}

/** A phrase as the words that requests are cut into. */
const phraseWords = (text: string): string[] => plainWord(text).match(/[\p{L}\p{N}*%=]+/gu) ?? []

/** A word with two neighbouring letters in the other order. */
const swapped = (word: string): string[] =>
  [...word].slice(1).map((letter, at) => `${word.slice(0, at)}${letter}${word[at] ?? ''}${word.slice(at + 2)}`)

function compile(language: Language, glossary: Glossary): Lexicon {
  const exact = new Map<string, Entry>()
  const beginnings: { start: string; entry: Entry }[] = []
  const longest = new Map<string, number>()
  const add = (text: string, what: { concept?: Concept; terms?: string[] }): void => {
    const words = phraseWords(text)
    const key = words.join(' ')
    const first = words[0]
    if (first === undefined) return
    const isStart = words.length === 1 && first.endsWith('*')
    const start = first.slice(0, -1)
    const found = isStart ? beginnings.find((one) => one.start === start)?.entry : exact.get(key)
    const entry = found ?? { words, concepts: [], terms: [] }
    if (what.concept && !entry.concepts.includes(what.concept)) entry.concepts.push(what.concept)
    entry.terms.push(...(what.terms ?? []))
    if (found) return
    if (isStart) beginnings.push({ start, entry })
    else exact.set(key, entry)
    longest.set(first.replace('*', ''), Math.max(words.length, longest.get(first.replace('*', '')) ?? 0))
  }
  for (const concept of concepts) for (const text of glossary.words[concept]?.split(',') ?? []) add(text.trim(), { concept })
  for (const [text, terms] of Object.entries(glossary.terms)) add(text, { terms: terms.split(' ') })
  beginnings.sort((a, b) => b.start.length - a.start.length)
  const stop = new Set(glossary.stop.split(',').map((word) => plainWord(word.trim())))
  const numbers = new Map(Object.entries(glossary.numbers).map(([word, value]) => [plainWord(word), value]))

  const meant = new Map<string, ReturnType<Lexicon['meaning']>>()
  const meaning: Lexicon['meaning'] = (word) => {
    if (meant.has(word)) return meant.get(word)
    if (meant.size > mostMeant) meant.clear()
    const found = meaningOf(word)
    meant.set(word, found)
    return found
  }
  const meaningOf: Lexicon['meaning'] = (word) => {
    const whole = exact.get(word)
    const begun = beginnings.filter(({ start }) => word.startsWith(start) && word.length - start.length <= 6)
    const [best] = begun
    if (!best) return whole
    // Of beginnings the longest says what is done, and each may say what it is done with.
    const entry = best.entry
    return {
      concepts: [...new Set([...(whole?.concepts ?? []), ...(whole?.concepts.length ? [] : entry.concepts)])],
      terms: [
        ...new Set([
          ...(whole?.terms ?? []),
          ...begun.filter(({ start }) => start.length === best.start.length).flatMap((one) => one.entry.terms),
        ]),
      ],
    }
  }
  return {
    language,
    find(words, at) {
      const first = words[at] ?? ''
      for (let length = Math.min(longest.get(first) ?? 0, words.length - at); length > 1; length--) {
        const entry = exact.get(words.slice(at, at + length).join(' '))
        if (entry) return { entry, length }
      }
      return undefined
    },
    meaning,
    isStop: (word) => stop.has(word),
    isNearlyKnown(word) {
      const limit = typosIn(word.length)
      const isNear = (one: string) =>
        one[0] === word[0] && Math.abs(one.length - word.length) <= limit && editDistance(word, one, limit) <= limit
      const isKnown = (one: string) => stop.has(one) || exact.has(one)
      return limit === 0 ? swapped(word).some(isKnown) : [...stop].some(isNear) || [...exact.keys()].some(isNear)
    },
    number: (word) => numbers.get(word),
    vocabulary: [...exact.keys()].filter((key) => !key.includes(' ') && key.length > 3),
    beginnings: beginnings.map(({ start }) => start).filter((start) => start.length > 4),
    running:
      language === 'zh'
        ? [...new Set([...exact.keys(), ...stop, ...numbers.keys()])]
            .filter((key) => /\p{Script=Han}/u.test(key))
            .toSorted((a, b) => b.length - a.length)
        : [],
    decimalComma: glossary.decimalComma ?? false,
  }
}
