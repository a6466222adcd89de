import { tokenForm } from '#engine/project/problems/literal-secrets.ts'
import type { ToolResult } from './tool-session.ts'

/** Bytes of a result at most. */
export const mostBytes = 4_000
/** A step with its body is one line. */
const longestLine = 1_500

/** What can't close the fence around it, and holds nothing of a token's form. */
const fenced = (line: string): string =>
  line.replace(/<(?=\s*\/?\s*data\b)/gi, '‹').replaceAll(new RegExp(tokenForm, 'gi'), '•••')

/** A refusal: what to fix, with the valid alternatives. */
export const problem = (text: string): ToolResult => ({ kind: 'problems', text: cutText(fenced(text), mostBytes) })

/** UTF-8 bytes of a string. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** A string cut to a number of bytes, at a whole character. */
export function cutText(text: string, most: number): string {
  if (text.length * 3 <= most || bytesOf(text) <= most) return text
  const cut = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, most - 3))
  return `${cut.replace(/\uFFFD$/, '').replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Text that someone else wrote, as one line of at most `most` characters. */
export function foreign(text: string, most = 160): string {
  const plain = text
    .slice(0, most * 4)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

/** Whether lines fit one page of {@link paged} below a head of usual length. */
export const isOnePage = (lines: readonly string[]): boolean =>
  lines.reduce((sum, line) => sum + Math.min(bytesOf(line), longestLine) + 1, 0) <= mostBytes - 500

/**
 * Lines as a result: what fits is fenced as data, the rest is reached by the cursor. `head` is Assay's own words, outside the
 * fence. `cursor`: the number of the first line, as an earlier result gave it; `most` lines at a time.
 */
export function paged(head: string, lines: readonly string[], cursor?: string, most = Infinity): ToolResult {
  const first = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(first) || first < 0 || (first > 0 && first >= lines.length))
    return problem(`The cursor "${foreign(cursor ?? '', 20)}" isn't one of an earlier result. Call again without it.`)
  const start = cutText(fenced(head), 600)
  const shown: string[] = []
  let left = mostBytes - bytesOf(start) - 160
  for (const line of lines.slice(first, first + most)) {
    const cut = cutText(fenced(line), longestLine)
    left -= bytesOf(cut) + 1
    if (left < 0) break
    shown.push(cut)
  }
  const next = first + shown.length
  const more = next < lines.length ? `\n${lines.length - next} more lines: call again with cursor "${next}".` : ''
  return { kind: 'data', text: `${start}${lines.length === 0 ? '' : `\n<data>\n${shown.join('\n')}\n</data>`}${more}` }
}
