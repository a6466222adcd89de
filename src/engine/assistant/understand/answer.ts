import type { Concept } from '../glossaries/glossary.ts'
import type { Pending } from '../memory.ts'
import type { Said } from '../turn.ts'
import { says, type Reading } from './reading.ts'
import { editDistance, plainWord } from '#engine/case-builder/words.ts'

const ordinals = ['first', 'second', 'third', 'fourth'] as const

/**
 * What an open question is answered with: one of its options ("the second", "Bank", "skip"), or the words as they are where it has none.
 * `cancelled`: never mind. Undefined: this is no answer but another request.
 */
export function resolveAnswer({ tokens, text }: Reading, { slot, options }: Pending, { attachments }: Said): string | undefined {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const words = tokens.filter(({ kind }) => kind !== 'end').length
  const plain = plainWord(text)
    .trim()
    .replace(/[.!?。！？]+$/, '')
  const exact = options.find((option) => plainWord(option) === plain)
  if (exact !== undefined) return valueFor(slot, exact, options)
  if (has('cancel') && words <= 4) return 'cancelled'
  if (slot === 'file' && attachments && attachments.length > 0) return attachments[0]?.name
  // No environment yet: the last of its options says so, in whatever words.
  if (slot === 'environment' && words <= 3 && (has('none') || has('no'))) return options.at(-1)
  if (slot === 'save') {
    if (text.trim().endsWith('.aprj')) return text.trim()
    if (has('browser') || has('here') || has('yes') || has('skip')) return options[0]
    if (has('file')) return options[1]
  }
  if (slot === 'remove' || slot === 'left' || slot === 'secret') {
    if (has('yes') && words <= 5) return slot === 'secret' ? options[0] : 'yes'
    if (has('no') || has('not')) return 'cancelled'
  }
  if (words <= 5 && options.length > 0) {
    const order = ordinals.findIndex((one) => has(one))
    if (order >= 0 && options[order] !== undefined) return valueFor(slot, options[order] ?? '', options)
    if (has('last')) return valueFor(slot, options.at(-1) ?? '', options)
    const [number] = tokens.filter(({ value }) => value !== undefined)
    if (
      number?.value !== undefined &&
      words === 1 &&
      !/users|duration|value|bounds/.test(slot) &&
      options[number.value - 1] !== undefined
    )
      return valueFor(slot, options[number.value - 1] ?? '', options)
    if (has('skip')) return valueFor(slot, options[0] ?? '', options)
  }
  if (isFree.test(slot)) return freeAnswer(slot, text, tokens, words)
  const part = options.filter(
    // "Now" holds no "no".
    (option) =>
      plain.length > 2 && (plainWord(option).includes(plain) || (option.length > 3 && plain.includes(plainWord(option)))),
  )
  if (part.length === 1 && words <= 8) return valueFor(slot, part[0] ?? '', options)
  const near = options.find((option) => plain.length > 3 && editDistance(plainWord(option), plain, 2) <= 2)
  if (near !== undefined) return valueFor(slot, near, options)
  return undefined
}

/** Questions whose answer is in the person's own words. */
const isFree = /^(users|duration|value|bounds|name|variable|identities|rules|decision|transitions|environment|baseUrl|columns)$/
const isLong = /^(rules|decision|transitions|environment|identities)$/
const isNumber = /^(users|duration|bounds)$/

function freeAnswer(slot: string, text: string, tokens: Reading['tokens'], words: number): string | undefined {
  if (words > 6 && !isLong.test(slot)) return undefined
  if (isNumber.test(slot) && !tokens.some(({ value }) => value !== undefined)) return undefined
  return numbered(slot, text, tokens)
}

/** Of a number that is written as a word: as digits. */
function numbered(slot: string, text: string, tokens: Reading['tokens']): string {
  if (slot !== 'users' && slot !== 'duration') return text.trim()
  const at = tokens.findIndex(({ value }) => value !== undefined)
  const unit = tokens[at + 1]
  const seconds = unit?.concepts.has('minute') ? 60 : unit?.concepts.has('hour') ? 3600 : 1
  return String((tokens[at]?.value ?? 0) * (slot === 'duration' ? seconds : 1))
}

const valueFor = (slot: string, option: string, options: readonly string[]): string =>
  slot === 'remove' || slot === 'left' ? (option === options[0] ? 'yes' : 'cancelled') : option
