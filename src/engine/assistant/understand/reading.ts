import { languages, type Concept, type Language } from '../glossaries/glossary.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import { tokensOf, type RawToken } from './tokens.ts'
import { editDistance, plainWord, stemOf, typosIn, wordsOf } from '#engine/case-builder/words.ts'

/** A piece of a request with what it means. */
export interface Token extends RawToken {
  /** As it is compared; a phrase with spaces. */
  plain: string
  concepts: ReadonlySet<Concept>
  /** Stems of English words that documents may have for it. */
  stems: readonly string[]
  value?: number
  stop: boolean
  /** It was taken for another word, which it is near to. */
  corrected?: string
}

/** Whether one of some tokens has one of some meanings. */
export const says = (tokens: readonly Token[], ...wanted: Concept[]): boolean =>
  tokens.some(({ concepts }) => wanted.some((concept) => concepts.has(concept)))

/** A request that was read. */
export interface Reading {
  text: string
  language: Language
  tokens: Token[]
  /** Words that neither the glossaries nor the project know. */
  unknown: string[]
}

/** Words that the project has: stems, for misspelt ones. */
export interface Vocabulary {
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** The longest request that is looked at. */
export const mostText = 20_000
/** Of a text that is too long this much is read, for its language. */
const enoughToTell = 1_000

/** Reads a request in the language that most of its words are of. */
export function readRequest(text: string, vocabulary: Vocabulary, usual: Language = 'en'): Reading {
  const raw = splitWords(tokensOf(text.slice(0, text.length > mostText ? enoughToTell : mostText)))
  const language = languageOf(raw, usual)
  const lexicons = language === 'en' ? [lexiconOf('en')] : [lexiconOf(language), lexiconOf('en')]
  const unknown: string[] = []
  const tokens: Token[] = []
  for (let at = 0; at < raw.length;) {
    const { token, length } = meaningAt(raw, at, lexicons, vocabulary)
    tokens.push(token)
    if (
      token.kind === 'word' &&
      !token.stop &&
      token.concepts.size === 0 &&
      !token.stems.some((stem) => vocabulary.stems.has(stem)) &&
      token.value === undefined
    )
      unknown.push(token.text)
    at += length
  }
  return { text, language, tokens, unknown }
}

/** Cuts running Chinese into entries of the lexicon, words with hyphens and apostrophes into their parts. */
function splitWords(raw: readonly RawToken[]): RawToken[] {
  const { running } = lexiconOf('zh')
  return raw.flatMap((token) => {
    if (token.kind !== 'word' || !/\p{Script=Han}/u.test(token.text)) return [token]
    const parts: RawToken[] = []
    for (let at = 0; at < token.text.length;) {
      const found = running.find((entry) => token.text.startsWith(entry, at)) ?? token.text.charAt(at)
      parts.push({ kind: 'word', text: found, start: token.start + at, end: token.start + at + found.length })
      at += found.length
    }
    return parts
  })
}

function languageOf(raw: readonly RawToken[], usual: Language): Language {
  const words = raw.filter(({ kind }) => kind === 'word').map(({ text }) => plainWord(text))
  // With kana it is Japanese, which nobody here speaks.
  if (words.some((word) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))) return usual
  if (words.some((word) => /\p{Script=Han}/u.test(word))) return 'zh'
  let best: { language: Language; hits: number } = { language: usual, hits: 0 }
  for (const language of languages) {
    if (language === 'zh') continue
    const lexicon = lexiconOf(language)
    let hits = language === usual ? 0.6 : 0
    for (const word of words) {
      // "W/o": no word of any language.
      if (word === 'w' || (word === 'o' && words.includes('w'))) continue
      const meaning = lexicon.meaning(word)
      if (lexicon.isStop(word)) hits += 1
      // A playlist is one in French too.
      else if (meaning && (language === 'en' || !meaning.terms.includes(word))) hits += meaning.concepts.length > 0 ? 1 : 0.8
    }
    if (hits > best.hits) best = { language, hits }
  }
  return best.language
}

interface Found {
  token: Token
  length: number
}

function meaningAt(raw: readonly RawToken[], at: number, lexicons: readonly Lexicon[], vocabulary: Vocabulary): Found {
  const token = raw[at] as RawToken
  const bare = { ...token, plain: plainWord(token.text), concepts: new Set<Concept>(), stems: [] as string[], stop: false }
  if (token.kind === 'number') {
    const value = numberOf(token.text, lexicons[0]?.decimalComma ?? false)
    return phraseAt(raw, at, lexicons, bare) ?? { token: { ...bare, value }, length: 1 }
  }
  if (token.kind === 'sign') return { token: { ...bare, concepts: new Set(signs[token.text] ?? []) }, length: 1 }
  if (token.kind === 'quoted' || token.kind === 'path' || token.kind === 'file')
    return { token: { ...bare, stems: wordsOf(token.text).map(stemOf) }, length: 1 }
  if (token.kind !== 'word') return { token: bare, length: 1 }
  const compound = compoundAt(raw, at, bare, vocabulary)
  if (compound) return compound
  const phrase = phraseAt(raw, at, lexicons, bare)
  if (phrase) return phrase
  return { token: wordToken(bare, lexicons, vocabulary), length: 1 }
}

/** "Check out", "transfer recipient": two words that the API writes as one, and that mean nothing else together. */
function compoundAt(raw: readonly RawToken[], at: number, bare: Token, { stems }: Vocabulary): Found | undefined {
  const [first, second] = [raw[at], raw[at + 1]]
  if (second?.kind !== 'word' || !first || second.start - first.end > 1) return undefined
  const joined = stemOf(plainWord(first.text) + plainWord(second.text))
  if (joined.length < 7 || !stems.has(joined)) return undefined
  const text = `${first.text} ${second.text}`
  const own = [first, second].map(({ text: word }) => stemOf(plainWord(word))).filter((stem) => stem.length > 3)
  return { token: { ...bare, text, plain: plainWord(text), end: second.end, stems: [joined, ...own] }, length: 2 }
}

const signs: Record<string, Concept[]> = {
  '=': ['is'],
  '<': ['less'],
  '>': ['greater'],
  '<=': ['atMost'],
  '≤': ['atMost'],
  '>=': ['atLeast'],
  '≥': ['atLeast'],
  '->': ['to'],
  '→': ['to'],
  '=>': ['to'],
  '%': ['percent'],
}

const phraseLimit = 7

function wordsFrom(
  raw: readonly RawToken[],
  at: number,
  lexicons: readonly Lexicon[],
): { length: number; concepts: readonly Concept[]; terms: readonly string[] } | undefined {
  const words: string[] = []
  for (let index = at; index < raw.length && words.length < phraseLimit; index++) {
    const token = raw[index] as RawToken
    if (token.kind !== 'word' && token.kind !== 'number') break
    words.push(plainWord(token.text))
  }
  for (const lexicon of lexicons) {
    const found = lexicon.find(words, 0)
    if (found) return { length: found.length, concepts: found.entry.concepts, terms: found.entry.terms }
  }
  return undefined
}

function phraseAt(raw: readonly RawToken[], at: number, lexicons: readonly Lexicon[], bare: Token): Found | undefined {
  const found = wordsFrom(raw, at, lexicons)
  if (!found) return undefined
  const last = raw[at + found.length - 1] as RawToken
  const parts = raw.slice(at, at + found.length)
  const text = parts.map((part) => part.text).join(' ')
  return {
    token: {
      ...bare,
      kind: 'word',
      text,
      plain: plainWord(text),
      end: last.end,
      concepts: new Set(found.concepts),
      stems: found.terms.map((term) => stemOf(plainWord(term))),
    },
    length: found.length,
  }
}

function wordToken(bare: Token, lexicons: readonly Lexicon[], vocabulary: Vocabulary): Token {
  const { plain } = bare
  const own = wordsOf(bare.text).map(stemOf)
  const concepts = new Set<Concept>()
  const stems = new Set(own)
  let value: number | undefined
  let stop = false
  let found = false
  for (const lexicon of lexicons) {
    const meaning = lexicon.meaning(plain)
    // English words count beside another language only where that one doesn't know them.
    if (meaning && !(found && lexicon.language === 'en')) {
      for (const concept of meaning.concepts) concepts.add(concept)
      for (const term of meaning.terms) for (const word of wordsOf(term)) stems.add(stemOf(word))
    }
    if (!found) value ??= lexicon.number(plain)
    stop ||= !found && lexicon.isStop(plain)
    found ||= meaning !== undefined || stop || value !== undefined
  }
  const token: Token = {
    ...bare,
    concepts,
    stems: [...stems],
    stop: stop && concepts.size === 0,
    ...(value === undefined ? {} : { value }),
  }
  // `updat` is a stem of documents, and a misspelt word.
  const isCut = own.length === 1 && own[0] === plain && !vocabulary.words.has(plain)
  if (found || (!isCut && own.some((stem) => vocabulary.stems.has(stem)))) return token
  const near = isName(bare, lexicons) ? undefined : nearestWord(plain, lexicons, vocabulary)
  return near === undefined
    ? token
    : { ...wordToken({ ...bare, plain: near, text: near }, lexicons, vocabulary), text: bare.text, corrected: near }
}

/** "Paris" in the middle of a sentence, where only names begin large, is no misspelt "pairs". */
const isName = ({ text, start }: Token, [lexicon]: readonly Lexicon[]): boolean =>
  start > 0 && lexicon?.language !== 'de' && /^\p{Lu}\p{Ll}+$/u.test(text)

/** What misspelt words stand for. */
type Corrections = Map<string, string | undefined>
const corrections = new WeakMap<Vocabulary, Map<string, Corrections>>()

/** The word that a misspelt one stands for; looked for once for each set of words. */
function nearestWord(word: string, lexicons: readonly Lexicon[], vocabulary: Vocabulary): string | undefined {
  const byLanguage = corrections.get(vocabulary) ?? new Map<string, Corrections>()
  corrections.set(vocabulary, byLanguage)
  const language = lexicons.map((one) => one.language).join(' ')
  const known: Corrections = byLanguage.get(language) ?? new Map()
  byLanguage.set(language, known)
  if (known.has(word)) return known.get(word)
  if (known.size > 2_000) known.clear()
  const found = nearest(word, lexicons, vocabulary)
  known.set(word, found)
  return found
}

function nearest(word: string, lexicons: readonly Lexicon[], vocabulary: Vocabulary): string | undefined {
  const limit = /\p{Script=Han}/u.test(word) ? 0 : typosIn(word.length)
  if (limit === 0) return undefined
  let best: { word: string; far: number } | undefined
  const look = (candidates: Iterable<string>, handicap: number, most = limit) => {
    for (const candidate of candidates) {
      if (candidate === word || candidate.length < 4 || Math.abs(candidate.length - word.length) > most) continue
      const edits = editDistance(word, candidate, most)
      // The first letter is rarely the wrong one.
      const cost = edits + handicap + (candidate[0] === word[0] ? 0 : 0.6)
      if (edits <= most && cost < (best?.far ?? limit + 0.7)) best = { word: candidate, far: cost }
    }
  }
  look(vocabulary.words, 0)
  // A short word is near to many: only its letters in another order count.
  // "Resolved" is no "removed".
  const far = Math.min(limit, word.length < 9 ? 1 : 2)
  const letters = (text: string) => [...text].toSorted().join('')
  const own = letters(word)
  // "Shirt" is no "shift": of five letters one may be missing or too much, and none is another.
  const isNear = (one: string) => word.length > 5 || (word.length === 5 && one.length !== 5) || letters(one) === own
  for (const [index, lexicon] of lexicons.entries()) look(lexicon.vocabulary.filter(isNear), 0.1 + index / 10, far)
  if (best) return best.word
  for (const { beginnings } of lexicons)
    for (const start of beginnings)
      if (
        word[0] === start[0] &&
        word.length >= start.length - 1 &&
        [start.length, start.length - 1].some((length) => editDistance(word.slice(0, length), start, 1) <= 1)
      )
        return start
  return undefined
}

/** `1,5` and `1.000` by the language; `-3`. */
function numberOf(text: string, decimalComma: boolean): number {
  const plain = text.replace('−', '-')
  if (/^-?\d+$/.test(plain)) return Number(plain)
  if (decimalComma && /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'))
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) && !decimalComma) return Number(plain.replaceAll(',', ''))
  return Number(plain.replace(',', '.'))
}
