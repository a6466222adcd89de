import { flat, layOut, objectOf, quote, valueOf, type Code } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { textCode, typedCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'

/** Whether a value is a string with references. */
export const hasTemplate = (value: unknown): boolean => typeof value === 'string' && value.includes('${')

/** Code as text, on as many lines as it takes. */
export const inline = (code: Code): string => flat(code) ?? layOut(code)

/** A JSON value of the file with its templates. */
export function deepCode(value: unknown, script: Script): Code {
  if (typeof value === 'string') return hasTemplate(value) ? typedCode(value, script) : quote(value)
  if (typeof value === 'bigint') throw new NoCounterpart(texts.bigExpected)
  if (Array.isArray(value)) return { open: '[', items: value.map((one) => deepCode(one, script)), close: ']' }
  if (typeof value === 'object' && value !== null)
    return objectOf(Object.entries(value).map(([name, one]) => [name, deepCode(one, script)]))
  return valueOf(value)
}

/** What RE2 has and JavaScript would read as something else. */
const ofRe2 = /\[\[:|\\[AzQEC]|\(\?P?[ims-]+[:)]/

/** A regular expression; one of variables is made when it is used. */
export function patternCode(pattern: unknown, script: Script): string {
  if (typeof pattern !== 'string') throw new NoCounterpart(texts.noPattern)
  if (pattern.includes('${')) return `new RegExp(${textCode(pattern, script)}, 'u')`
  const [, inFront = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? []
  const expression = inFront === '' ? pattern : pattern.slice(inFront.length + 3)
  if (ofRe2.test(expression)) throw new NoCounterpart(texts.badPattern(pattern))
  for (const flags of [`${inFront}u`, inFront]) {
    try {
      return String(new RegExp(expression, flags))
    } catch {
      // The next flags, then none.
    }
  }
  throw new NoCounterpart(texts.badPattern(pattern))
}
