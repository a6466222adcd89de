/**
 * Characters that control a terminal or are invisible: control characters (C0, C1, DEL), bidirectional marks and invisible
 * characters (R9, UTS 39 and UAX 31). Joiners stay, because scripts and emoji need them.
 */
const acting =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Halves of characters. */
const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Most texts contain only these. */
const plain = /^[\n\t -~]*$/

const spelled = (character: string): string =>
  character === '\n' || character === '\t'
    ? character
    : character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')

/**
 * A string that is safe to print on a terminal: control sequences, bidirectional marks and invisible characters are escaped as
 * in JSON, so JSON stays valid.
 */
export const printable = (text: string): string =>
  plain.test(text) ? text : text.replace(halves, '\uFFFD').replace(acting, spelled)

/** A name on one line. */
export const oneLine = (text: string): string => printable(text.replace(/\s*[\r\n]+\s*/g, ' '))
