import { oneLine } from './printable.ts'

/**
 * How an excerpt is shown: `plain` unchanged; `quoted` as JSON does; `words` on one line, all white space as one space; `line`
 * on one line, with nothing that acts on a screen.
 */
export type ExcerptForm = 'plain' | 'quoted' | 'words' | 'line'

// Code points that Unicode reserves for a program's own use (section 23.7).
const [open, body, close] = ['\uFDD0', '\uFDD1', '\uFDD2']
const marks = /\uFDD0\w+ \d+\uFDD1|[\uFDD0-\uFDD2]/g
const excerpts = /\uFDD0(\w+) (\d+)\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2/g

/**
 * A part of a message that is shortened to `length` units. The message contains the complete part, marked, until its secrets
 * are masked. A Redactor then shortens it, or {@link settled} if there are no secrets. A string that needs no change is
 * returned without marks.
 */
export function excerpt(text: string, length: number, form: ExcerptForm = 'plain'): string {
  const whole = text.replace(marks, '')
  const simple = form === 'quoted' ? JSON.stringify(whole) : shaped(whole, form)
  if (whole.length <= length && (form === 'quoted' || simple === whole)) return simple
  return `${open}${form} ${Math.min(length, 1e9)}${body}${whole}${close}`
}

const shaped = (text: string, form: ExcerptForm): string =>
  form === 'words' ? text.replace(/\s+/g, ' ').trim() : form === 'line' ? oneLine(text) : text

/** Cuts a string without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}

/** A message with its excerpts shortened, each after `mask` has seen it whole; `mask` sees what is between them too. */
export function settled(message: string, mask: (text: string) => string = (text) => text): string {
  if (!message.includes(open)) return mask(message)
  let result = ''
  let at = 0
  for (const { index, 0: all, 1: form, 2: length, 3: text = '' } of message.matchAll(excerpts)) {
    result += mask(message.slice(at, index)) + shown(mask(text), form as ExcerptForm, Number(length))
    at = index + all.length
  }
  return result + mask(message.slice(at))
}

function shown(text: string, form: ExcerptForm, length: number): string {
  if (form === 'quoted') return JSON.stringify(cut(text, length))
  const line = shaped(text, form)
  return line.length > length ? `${cut(line, length)}…` : line
}
