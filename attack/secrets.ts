import type { Draw } from './draw.ts'

/** A secret that can be recognised wherever it turns up. */
export interface Canary {
  value: string
  /** Its words of letters and digits, in small letters: any of them that is shown is a leak. */
  words: readonly string[]
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const word = (draw: Draw, length = 12): string => `q${Array.from({ length }, () => draw.one([...letters])).join('')}z`

/** Separators between the words of a secret. */
const signs = [
  '#',
  '?',
  '\\',
  "'",
  '"',
  '&',
  '<',
  '>',
  '/',
  '+',
  '%',
  '=',
  ';',
  ':',
  '@',
  '!',
  '*',
  '(',
  '~',
  '-',
  '_',
  '|',
  '^',
  '`',
  ' ',
  'é',
  '😀',
]

/** How secrets look. */
const shapes: readonly ((draw: Draw) => string)[] = [
  (draw) => word(draw),
  (draw) => [word(draw), word(draw), word(draw)].reduce((text, next) => text + draw.one(signs) + next),
  (draw) => `${word(draw)}${draw.one(['%41', '&amp;', '\\u0041', '%2541', '&#65;'])}${word(draw)}`,
  (draw) => [word(draw, 40), word(draw, 40), word(draw, 7)].join(draw.one(['\n', '\r\n'])),
  (draw) => Array.from({ length: 14 }, () => 1 + draw.below(9)).join(''),
  (draw) => word(draw, 400),
]

/** A secret of one of these shapes. */
export function drawCanary(draw: Draw): Canary {
  const value = draw.one(shapes)(draw)
  const words = value.match(/q[a-zA-Z0-9]+z|^\d+$/g) ?? [value]
  return { value, words: words.map((one) => one.toLowerCase()) }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with the escapes of addresses, JSON and markup undone once. */
const undone = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})|%([\da-f]{2})|&#x([\da-f]+);/gi, (_all, ...codes: string[]) =>
      String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(codes.find(Boolean) ?? '0', 16))),
    )
    .replace(/&#(\d{1,6});/g, (_all, code: string) => String.fromCodePoint(Math.min(0x10ffff, Number(code))))
    .replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => named[name] ?? all)
    .replace(/\\(["\\/])/g, '$1')

/** The decoded parts of a text that look like base64 or base64url. */
const inBase64 = (text: string): string =>
  (text.match(/[\w+/-]{16,}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1')).join('\n')

/** The words of a secret that a text shows: as they are, escaped up to three times, or in base64 at any place of it. */
export function wordsShown(text: string, { words }: Canary): string[] {
  const layers = [text]
  for (let depth = 0; depth < 3; depth++) layers.push(undone(layers.at(-1) ?? ''))
  const all = [...layers, inBase64(text), inBase64(layers[1] ?? '')].join('\n').toLowerCase()
  return words.filter((one) => all.includes(one))
}
