import { headingAnchor } from '#engine/base/heading-anchor.ts'

/** A piece of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; inner: Inline[] }
  | { kind: 'emphasis'; inner: Inline[] }
  | { kind: 'link'; to: string; inner: Inline[] }

/** A block of a page. */
export type Block =
  | { kind: 'heading'; level: number; id: string; inner: Inline[] }
  | { kind: 'paragraph'; inner: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; alt: string; file: string }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const INLINE = /(`+)(.+?)\1|!?\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*(?!\s)(.+?)\*|<(https?:[^>]+)>/

/** The pieces of a line, as CommonMark sees those that our pages use. */
function parseInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let rest = line
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, , code, label, to, strong, emphasis, bare] = found
    if (found.index > 0) pieces.push({ kind: 'text', text: rest.slice(0, found.index) })
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (to !== undefined) pieces.push({ kind: 'link', to, inner: parseInline(label ?? '') })
    else if (strong !== undefined) pieces.push({ kind: 'strong', inner: parseInline(strong) })
    else if (emphasis !== undefined) pieces.push({ kind: 'emphasis', inner: parseInline(emphasis) })
    else if (bare !== undefined) pieces.push({ kind: 'link', to: bare, inner: [{ kind: 'text', text: bare }] })
    rest = rest.slice(found.index + whole.length)
  }
  if (rest !== '') pieces.push({ kind: 'text', text: rest })
  return pieces
}

const ITEM = /^(\s*)(?:([-*])|(\d+)\.)\s+(.*)$/
const cells = (line: string): Inline[][] =>
  line
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim().replaceAll('\\|', '|')))

/**
 * The blocks of a page of Markdown: headings, paragraphs, lists, code, pictures on their own line, and tables. What else there
 * may be is a paragraph.
 */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(text.split(/\r?\n/))
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = ITEM.exec(line)
    const picture = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(line.trim())
    if (line.trim() === '' || /^<!--.*-->$/.test(line.trim())) at++
    else if (picture) {
      blocks.push({ kind: 'picture', alt: picture[1] ?? '', file: picture[2] ?? '' })
      at++
    } else if (line.trimStart().startsWith('```')) {
      const end = lines.findIndex((one, index) => index > at && one.trimStart().startsWith('```'))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last + 1
    } else if (heading) {
      const title = heading[2] ?? ''
      blocks.push({ kind: 'heading', level: (heading[1] ?? '#').length, id: headingAnchor(title), inner: parseInline(title) })
      at++
    } else if (line.trimStart().startsWith('|') && /^\s*\|[\s:|-]+$/.test(lines[at + 1] ?? '')) {
      const end = endOf(lines, at + 2, (one) => one.trimStart().startsWith('|'))
      blocks.push({ kind: 'table', head: cells(line), rows: lines.slice(at + 2, end).map(cells) })
      at = end
    } else if (item) {
      const end = endOf(lines, at + 1, (one) => one.trim() !== '' && (ITEM.test(one) || /^\s{2,}/.test(one)))
      blocks.push({ kind: 'list', ordered: item[3] !== undefined, items: itemsOf(lines.slice(at, end), (item[1] ?? '').length) })
      at = end
    } else if (/^ {4}\S/.test(line)) {
      const end = endOf(lines, at, (one) => /^ {4}/.test(one))
      blocks.push({
        kind: 'code',
        text: lines
          .slice(at, end)
          .map((one) => one.slice(4))
          .join('\n'),
      })
      at = end
    } else {
      const end = endOf(lines, at + 1, (one) => one.trim() !== '' && !/^(?:#{1,6}\s|\s*\||\s*```)/.test(one) && !ITEM.test(one))
      blocks.push({
        kind: 'paragraph',
        inner: parseInline(
          lines
            .slice(at, end)
            .map((one) => one.trim())
            .join(' '),
        ),
      })
      at = end
    }
  }
  return blocks
}

const endOf = (lines: readonly string[], from: number, goesOn: (line: string) => boolean): number => {
  let end = from
  while (end < lines.length && goesOn(lines[end] ?? '')) end++
  return end
}

/** The items of a list that starts at an indentation; what is indented more is inside them. */
function itemsOf(lines: readonly string[], indentation: number): Block[][] {
  const items: string[][] = []
  for (const line of lines) {
    const found = ITEM.exec(line)
    if (found && (found[1] ?? '').length <= indentation) items.push([found[4] ?? ''])
    else items.at(-1)?.push(line.replace(/^\s{1,4}/, ''))
  }
  return items.map(blocksOf)
}
