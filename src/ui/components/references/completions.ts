import { functions, openReference } from './references.ts'
import { typingTexts } from '../fields/typing-texts.ts'
import type { VariableHint } from './variables.tsx'

/** What completion offers: a name that goes into `${…}`, or a usual value for the whole field. */
export interface Offer {
  name: string
  /** The text inside `${…}` when it is chosen; undefined: the name becomes the whole value. */
  insert?: string
  scope?: string
  value?: string
}

/** Functions come after all variables. */
const LAST = 99

/** More are not looked through. */
const MOST = 60

/** 1 if `one` starts with `text`, in whatever case. */
const starting = (one: string, text: string): number => Number(one.toLowerCase().startsWith(text))

/** The usual values that fit what is typed, those that start with it first. */
function usualFor(usual: readonly string[], value: string, always: boolean): Offer[] {
  const text = value.toLowerCase()
  if (text === '' && !always) return []
  const fitting = usual.filter((one) => one.toLowerCase().includes(text))
  // Nothing may lie over the page when there is nothing to complete.
  if (fitting.some((one) => one.toLowerCase() === text)) return []
  return fitting.toSorted((a, b) => starting(b, text) - starting(a, text)).map((name) => ({ name }))
}

/** Variables and functions whose name starts with what is typed, then those that have it inside. */
function referencesFor(hints: Iterable<VariableHint>, name: string): Offer[] {
  const typed = name.toLowerCase()
  const all = [
    ...[...hints].map((hint) => ({ rank: 0, ...hint, insert: hint.name })),
    ...functions.map((entry) => ({ ...entry, scope: typingTexts.functionScope })),
  ]
  const rankOf = (one: (typeof all)[number]) => ('rank' in one ? (one.rank ?? 0) : LAST)
  const ordered = all.toSorted((a, b) => rankOf(a) - rankOf(b))
  const starts = ordered.filter((one) => one.name.toLowerCase().startsWith(typed))
  const holds = ordered.filter((one) => typed.length > 1 && !starts.includes(one) && one.name.toLowerCase().includes(typed))
  return [...starts, ...holds]
}

/** What a field offers where its caret is; with `always` (on request) also where nothing was typed. */
export function completions(
  field: { value: string; caret: number },
  known: { hints: Iterable<VariableHint>; usual: readonly string[]; references?: boolean },
  always: boolean,
): Offer[] {
  const references = known.references ?? true
  const open = references ? openReference(field.value, field.caret) : undefined
  const whole = open ? [] : usualFor(known.usual, field.value, always)
  return [...whole, ...(references && (open || always) ? referencesFor(known.hints, open?.typed ?? '') : [])].slice(0, MOST)
}
