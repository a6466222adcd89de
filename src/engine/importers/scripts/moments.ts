import type { Expression, Super } from 'acorn'
import { literalText, type Value } from './values.ts'

type Moment = Extract<Value, { means: 'moment' }>

/** The units of Moment.js that templates have too, by all the names they have there. */
const units: Readonly<Record<string, string>> = {
  s: 's',
  second: 's',
  seconds: 's',
  m: 'm',
  minute: 'm',
  minutes: 'm',
  h: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
  w: 'w',
  week: 'w',
  weeks: 'w',
  M: 'M',
  month: 'M',
  months: 'M',
  y: 'y',
  year: 'y',
  years: 'y',
}

const templateOf = (name: string, offset: string): Value => ({
  means: 'template',
  text: offset === '' ? `\${${name}}` : `\${${name}(${offset})}`,
})

/** `new Date()`, `new Date(Date.now() + 60000)`, `moment()`: a moment of which is known how far it is from now. */
export function momentOf([of, ...more]: readonly (Value | undefined)[]): Value | undefined {
  if (more.length > 0) return undefined
  if (of === undefined || of.means === 'moment') return of ?? { means: 'moment', offset: '' }
  const found = of.means === 'template' ? /^\$\{now\.(?:millis|iso)(?:\(([^()]*)\))?\}$/.exec(of.text) : null
  return found === null ? undefined : { means: 'moment', offset: found[1] ?? '' }
}

/** Whether a script changes what it calls by a name: a date or a moment is another one from there on. */
export const isMoved = (name: string, code: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\s*\\.\\s*(set\\w*|add|subtract|startOf|endOf|utcOffset|tz)\\s*\\(`).test(
    code,
  )

/** What a call of a moment gives: another moment, or a string or number of it. Days are those of UTC. */
export function momentCall(
  { offset }: Moment,
  name: string,
  values: readonly (Value | undefined)[],
  of: Expression | Super,
): Value | undefined {
  const [first, second] = values.map(literalText)
  switch (name) {
    case 'add':
    case 'subtract': {
      const amount = /^-?\d{1,9}$/.test(first ?? '') ? Number(first) : undefined
      const unit = units[second ?? '']
      // A moment with a name is changed itself: what it is afterwards depends on the order.
      if (amount === undefined || unit === undefined || of.type === 'Identifier') return undefined
      const by = name === 'add' ? amount : -amount
      return { means: 'moment', offset: `${offset}${by < 0 ? '' : '+'}${by}${unit}` }
    }
    case 'utc':
    case 'clone':
      return values.length === 0 ? { means: 'moment', offset } : undefined
    case 'toISOString':
    case 'toJSON':
      return values.length === 0 ? templateOf('now.iso', offset) : undefined
    case 'getTime':
    case 'valueOf':
      return templateOf('now.millis', offset)
    case 'unix':
      return templateOf('now.unix', offset)
    case 'format':
      return first === 'YYYY-MM-DD' || first === 'yyyy-MM-DD' ? templateOf('now.date', offset) : undefined
    default:
      return undefined
  }
}

/** The day of a moment that is written as ISO 8601. */
export function dayIn(value: Value | undefined): Value | undefined {
  const found = value?.means === 'template' ? /^\$\{now\.iso(\([^()]*\))?\}$/.exec(value.text) : null
  return found === null ? undefined : { means: 'template', text: `\${now.date${found[1] ?? ''}}` }
}

/** A template that gives milliseconds, by so many later, if they are whole seconds. */
export function later(template: string, by: number): string | undefined {
  const found = /^\$\{now\.millis(?:\(([^()]*)\))?\}$/.exec(template)
  if (found === null || !Number.isInteger(by / 1000) || Math.abs(by) >= 1e12) return undefined
  return by === 0 ? template : `\${now.millis(${found[1] ?? ''}${by < 0 ? '' : '+'}${by / 1000}s)}`
}
