import type { Concept } from '../glossaries/glossary.ts'
import type { KnownField, OperationRole } from '#engine/case-builder/project-index.ts'
import type { Token } from './reading.ts'

/** A day that a text says from today on, in days, and the words that say it. */
export interface RelativeDay {
  days: number
  used: Token[]
}

/** Words for a day, in the five languages: `in the past` is yesterday, `in the future` a week from now. */
const days: readonly [RegExp, number][] = [
  [/^(?:the )?day after tomorrow$|^übermorgen$|^ubermorgen$|^pasado mañana$|^pasado manana$|^après-demain$|^后天$/, 2],
  [/^(?:the )?day before yesterday$|^vorgestern$|^anteayer$|^avant-hier$|^前天$/, -2],
  [/^today(?:s date)?$|^heute$|^hoy$|^aujourdhui$|^今天$/, 0],
  [/^tomorrow$|^morgen$|^mañana$|^manana$|^demain$|^明天$/, 1],
  [/^yesterday$|^gestern$|^ayer$|^hier$|^昨天$/, -1],
  [/^(?:in|from) the past$|^past date$|^in der vergangenheit$|^en el pasado$|^dans le passe$|^在过去$/, -1],
  [/^in the future$|^future date$|^in der zukunft$|^en el futuro$|^dans le futur$|^在将来$/, 7],
  [/^next week$|^nachste woche$|^la proxima semana$|^la semaine prochaine$|^下周$/, 7],
  [/^last week$|^letzte woche$|^la semana pasada$|^la semaine derniere$|^上周$/, -7],
  [/^next month$|^nachsten monat$|^el proximo mes$|^le mois prochain$|^下个月$/, 30],
  [/^last month$|^letzten monat$|^el mes pasado$|^le mois dernier$|^上个月$/, -30],
  [/^next year$|^nachstes jahr$|^el proximo año$|^lannee prochaine$|^明年$/, 365],
  [/^last year$|^letztes jahr$|^el año pasado$|^lannee derniere$|^去年$/, -365],
]

const units: readonly [RegExp, number][] = [
  [/^(?:days?|tage?n?|dias?|jours?|天)$/, 1],
  [/^(?:weeks?|wochen?|semanas?|semaines?|周)$/, 7],
  [/^(?:months?|monate?n?|mes(?:es)?|mois|个月)$/, 30],
  [/^(?:years?|jahre?n?|años?|ans?|年)$/, 365],
]

const longest = 4

/** Every day that a text says by today: "tomorrow", "in 3 days", "two weeks ago". */
export function relativeDaysIn(tokens: readonly Token[]): RelativeDay[] {
  const found: RelativeDay[] = []
  for (let at = 0; at < tokens.length; at++) {
    const range = span(tokens, at)
    const one = range?.[0] ?? counted(tokens, at) ?? called(tokens, at)
    if (!one) continue
    found.push(...(range ?? [one]))
    at += one.used.length - 1
  }
  return found
}

/** A day is a value, whatever its words mean elsewhere: `past` compares nothing, and `next` begins no step. */
export function asDays(tokens: readonly Token[]): Token[] {
  const said = new Set(relativeDaysIn(tokens).flatMap(({ used }) => used))
  return tokens.map((token) => (said.has(token) ? { ...token, concepts: new Set<Concept>(), stems: [], stop: true } : token))
}

function called(tokens: readonly Token[], at: number): RelativeDay | undefined {
  for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
    const used = tokens.slice(at, at + length)
    if (used.some(({ kind }) => kind !== 'word')) continue
    const plain = used.map((token) => token.plain).join(' ')
    const known = days.find(([words]) => words.test(plain))
    // "Get past orders", "the day after": no day of their own.
    if (known) return { days: known[1], used }
  }
  return undefined
}

/** "The last 7 days", "the next 2 weeks": from one day to the other. */
function span(tokens: readonly Token[], at: number): [RelativeDay, RelativeDay] | undefined {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  const each = units.find(([word]) => word.test(third?.plain ?? ''))?.[1]
  const isBack = /^(?:last|past|letzten|ultimos|ultimas|derniers|dernieres)$/.test(first?.plain ?? '')
  const isAhead = /^(?:next|nachsten|proximos|proximas|prochains|prochaines)$/.test(first?.plain ?? '')
  if (!first || !third || each === undefined || second?.value === undefined || !(isBack || isAhead)) return undefined
  const [days, used] = [second.value * each, [first, second, third]]
  return isBack
    ? [
        { days: -days, used },
        { days: 0, used },
      ]
    : [
        { days: 0, used },
        { days, used },
      ]
}

/** "In 3 days", "3 days ago", "vor 2 Wochen". */
function counted(tokens: readonly Token[], at: number): RelativeDay | undefined {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  const factor = (token: Token | undefined) => units.find(([word]) => word.test(token?.plain ?? ''))?.[1]
  const isAhead = /^(?:in|en|dans)$/.test(first?.plain ?? '')
  const isBack = /^(?:vor|hace)$/.test(first?.plain ?? '')
  if ((isAhead || isBack) && first && second?.value !== undefined && third) {
    const each = factor(third)
    if (each !== undefined) return { days: (isBack ? -1 : 1) * second.value * each, used: [first, second, third] }
  }
  const each = factor(second)
  if (first?.value !== undefined && second && third && each !== undefined && /^(?:ago|from now)/.test(third.plain))
    return { days: (third.plain === 'ago' ? -1 : 1) * first.value * each, used: [first, second, third] }
  return undefined
}

const isDay = ({ name, words, type, format, values }: KnownField): boolean =>
  !values &&
  (type === undefined || type === 'string' || type === 'array') &&
  (format === 'date' ||
    format === 'date-time' ||
    (format === undefined && words.some((word) => /^(?:dat|date|day|deadlin|birthday|datetim)$/.test(word))) ||
    (format === undefined && /(?:_at|At|_on|On)$|^(?:due|from|until|since|start|end|deadline)$/.test(name)))

/** Where the ends of a range stand, in the order in which they are said. */
const ends = [
  /^(?:start|from|since|begin|after|min|check_?in)|(?:_from|From|_start|Start|_after|After|_in|In)$/,
  /^(?:end|to|until|till|before|max|check_?out)|(?:_to|To|_end|End|_until|Until|_before|Before|_out|Out)$/,
]

/**
 * What days a request is sent, by field, in days from today: the field that stands beside a day, else the likeliest that takes one. A thing that is made or changed has
 * days in its body, others in the query.
 */
export function daysFor(
  tokens: readonly Token[],
  fields: readonly KnownField[],
  role: OperationRole,
): { days: Map<string, number>; used: Token[] } {
  const said = relativeDaysIn(tokens)
  const found = { days: new Map<string, number>(), used: [] as Token[] }
  if (said.length === 0) return found
  const isSent = role === 'create' || role === 'update' || role === 'action'
  const open = fields.filter((field) => isDay(field) && (isSent ? field.in === 'body' : field.in === 'query'))
  const taken = (name: string) => found.days.has(name)
  const range = ends.map((end) => open.find(({ name }) => end.test(name)))
  for (const [order, { days: offset, used }] of said.entries()) {
    const start = tokens.indexOf(used[0] as Token)
    const before = tokens.slice(Math.max(0, start - 5), start)
    const named = open.find(
      ({ name, words }) =>
        !taken(name) && words.length > 0 && words.every((word) => before.some(({ stems }) => stems.includes(word))),
    )
    const isEnd = before.slice(-2).some(({ plain }) => /^(?:until|till|to|before|bis|hasta|jusqua)$/.test(plain))
    const end = said.length === 2 ? range[order] : isEnd ? range[1] : undefined
    const field =
      named ??
      (end && !taken(end.name) ? end : undefined) ??
      open.find(({ name, required }) => required && !taken(name) && said.length === 1) ??
      open.find(({ name }) => !taken(name) && !/(?:created|updated|deleted|modified)/i.test(name))
    if (!field) continue
    found.days.set(field.name, offset)
    found.used.push(...used)
  }
  return found
}
