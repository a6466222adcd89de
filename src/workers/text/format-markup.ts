/** Deeper levels are not indented further: deep nesting must not blow the text up (R7). */
const DEEPEST = 40

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Elements of HTML that have no end tag. */
const ALONE = words('area base br col embed hr img input link meta param source track wbr')
/** Elements of HTML that are in a line of text. */
const INLINE = words(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd mark q s samp small span strong sub sup time u var wbr',
)
/** Elements of HTML whose content is no markup. */
const VERBATIM = words('script style pre textarea')
/** With them the names by which a text without a document type is known for HTML. */
const BLOCKS = words('html head body main div p h1 h2 h3 h4 ul ol table form section article nav header footer title')

/** A stretch of the text, and for an element where it ends. */
interface Piece {
  kind: 'open' | 'close' | 'text' | 'verbatim' | 'other'
  text: string
  /** Of an element, as names are compared. */
  name: string
  /** Of an open tag: the piece that closes it; -1 while none does. */
  end: number
  /** Of an open tag: something between it and its end is on lines of its own. */
  isTall: boolean
  /** Of an open tag: there is text between its children. */
  hasText: boolean
}

const NAME = /<\/?([A-Za-z_:][^\s/>]*)/y
const TAG_END = /(?:[^>"']|"[^"]*"|'[^']*')*>/y

/** Where a tag ends that starts at `start`, behind its `>`; -1 if it does not. */
function tagEnd(text: string, start: number): number {
  TAG_END.lastIndex = start
  if (TAG_END.test(text)) return TAG_END.lastIndex
  // A quote that nothing closes is one of the author's mistakes: the next > counts.
  const end = text.indexOf('>', start)
  return end < 0 ? -1 : end + 1
}

/** What starts with `<!` or `<?` at `start`, up to its end. */
function declarationEnd(text: string, start: number): number {
  const after = (mark: string, from = start) => {
    const at = text.indexOf(mark, from)
    return at < 0 ? -1 : at + mark.length
  }
  if (text.startsWith('<!--', start)) return after('-->', start + 4)
  if (text.startsWith('<![CDATA[', start)) return after(']]>')
  if (text.startsWith('<?', start)) return after('?>') < 0 ? after('>') : after('?>')
  const end = after('>')
  const subset = text.slice(start, Math.max(end, start)).includes('[')
  return subset ? after(']>') : end
}

/** Cuts a text into pieces that make it up without a gap. */
function cut(text: string, isHtml: boolean): Piece[] {
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], end: number, name = '') => {
    if (end > at) pieces.push({ kind, text: text.slice(at, end), name, end: -1, isTall: false, hasText: false })
    at = end
  }
  let at = 0
  while (at < text.length) {
    let end = text.indexOf('<', at)
    // A < that starts nothing belongs to the text.
    while (end >= 0 && !/[A-Za-z_:/!?]/.test(text[end + 1] ?? '')) end = text.indexOf('<', end + 1)
    add('text', end < 0 ? text.length : end)
    if (end < 0) break
    const next = text[at + 1]
    if (next === '!' || next === '?') {
      const close = declarationEnd(text, at)
      add(text.startsWith('<![CDATA[', at) ? 'text' : 'other', close < 0 ? text.length : close)
      continue
    }
    NAME.lastIndex = at
    const found = NAME.exec(text)?.[1] ?? ''
    const name = isHtml ? found.toLowerCase() : found
    const close = tagEnd(text, at)
    if (found === '' || close < 0) {
      add('text', close < 0 ? text.length : close)
      continue
    }
    if (next === '/') add('close', close, name)
    else if (text[close - 2] === '/' || (isHtml && ALONE.has(name))) add('other', close, name)
    else if (isHtml && VERBATIM.has(name)) {
      const ending = new RegExp(`</${name}`, 'gi')
      ending.lastIndex = close
      const last = ending.exec(text)
      add('verbatim', last ? Math.max(tagEnd(text, last.index), last.index) : text.length, name)
    } else add('open', close, name)
  }
  return pieces
}

/** Finds the end of every element, and what is in it. */
function pair(pieces: Piece[], isHtml: boolean): void {
  const stack: number[] = []
  const open = new Map<string, number>()
  const leave = (): Piece | undefined => {
    const piece = pieces[stack.pop() ?? -1]
    if (piece) open.set(piece.name, (open.get(piece.name) ?? 1) - 1)
    return piece
  }
  const tell = (what: 'isTall' | 'hasText') => {
    const parent = pieces[stack.at(-1) ?? -1]
    if (parent) parent[what] = true
  }
  pieces.forEach((piece, index) => {
    const isBlock = !isHtml || !INLINE.has(piece.name)
    if (piece.kind === 'text') {
      if (piece.text.trim() !== '') tell('hasText')
    } else if (piece.kind === 'close') {
      // One that closes nothing is passed over; one that closes more than the last element closes all up to its own.
      if (!open.get(piece.name)) return
      for (let found = leave(); found; found = leave()) {
        if (found.name !== piece.name) continue
        found.end = index
        if (found.isTall || (!isHtml && !found.hasText)) tell('isTall')
        break
      }
    } else {
      if (isBlock) tell('isTall')
      if (piece.kind !== 'open') return
      stack.push(index)
      open.set(piece.name, (open.get(piece.name) ?? 0) + 1)
    }
  })
}

/** The lines of a text without what all of them are indented by. */
function unindented(text: string): string[] {
  const lines = text.replaceAll('\r', '').replaceAll('\t', '  ').split('\n')
  const least = Math.min(...lines.slice(1).map((line) => (line.trim() === '' ? Infinity : line.search(/\S/))))
  return lines.map((line, at) => (at === 0 ? line : line.slice(Math.min(least, line.search(/\S|$/)))).trimEnd())
}

/** Whether a text is HTML, whose elements are known by name, rather than XML. */
function isHtmlText(text: string): boolean {
  const first = /<([A-Za-z][^\s/>]*)/.exec(text)?.[1]?.toLowerCase() ?? ''
  return /^\s*<!doctype\s+html/i.test(text) || BLOCKS.has(first) || VERBATIM.has(first) || INLINE.has(first) || ALONE.has(first)
}

/**
 * HTML or XML with line breaks and indentation. Nothing but white space differs from the text, also where elements are not
 * closed or closed in the wrong order: then they are not indented. Undefined if the text does not start with markup.
 */
export function formatMarkup(text: string): string | undefined {
  if (!/^\s*<(?:[A-Za-z_:]|!--|!doctype|\?)/i.test(text)) return undefined
  const isHtml = isHtmlText(text)
  const pieces = cut(text, isHtml)
  if (!pieces.some(({ kind, name }) => kind !== 'text' && name !== '')) return undefined
  pair(pieces, isHtml)

  const lines: string[] = []
  /** Ends of elements that stand on lines of their own. */
  const closes = new Set<number>()
  let depth = 0
  /** What goes on in one line, as long as it is text and what is in text. */
  let running = ''
  const put = (line: string) => lines.push('  '.repeat(Math.min(depth, DEEPEST)) + line)
  const flush = () => {
    if (running.trim() !== '') put(running.trim())
    running = ''
  }
  const whole = (from: number, to: number) => {
    const inside = pieces.slice(from, to + 1)
    return inside.map((piece) => (isHtml && piece.kind === 'text' ? piece.text.replaceAll(/\s+/g, ' ') : piece.text)).join('')
  }
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    if (!piece) break
    const isInline = isHtml && INLINE.has(piece.name)
    if (piece.kind === 'text') {
      if (isHtml) running += piece.text.replaceAll(/\s+/g, ' ')
      else if (piece.text.trim() !== '') {
        flush()
        put(piece.text.trim())
      }
    } else if (piece.kind === 'verbatim') {
      flush()
      verbatim(piece)
    } else if (piece.kind === 'open' && piece.end < 0) {
      if (!isInline) flush()
      running += piece.text
    } else if (piece.kind === 'open' && (isHtml ? !piece.isTall : piece.hasText || piece.end === at + 1)) {
      if (isInline) running += whole(at, piece.end)
      else {
        flush()
        put(whole(at, piece.end))
      }
      at = piece.end
    } else if (piece.kind === 'open') {
      flush()
      put(piece.text)
      depth++
      closes.add(piece.end)
    } else if (closes.delete(at)) {
      flush()
      depth--
      put(piece.text)
    } else if (isInline || piece.kind === 'close') {
      running += piece.text
      if (piece.name === 'br') flush()
    } else {
      flush()
      put(piece.text)
    }
  }
  flush()
  return lines.join('\n')

  /** A script, a style sheet, text whose spaces count: unchanged, but for the indentation of what is code. */
  function verbatim({ text: source, name }: Piece): void {
    const start = tagEnd(source, 0)
    const end = source.toLowerCase().lastIndexOf(`</${name}`)
    const content = end < start ? source.slice(start) : source.slice(start, end)
    if (name === 'pre' || name === 'textarea' || !content.includes('\n')) return void put(source.trim())
    put(source.slice(0, start))
    depth++
    for (const line of unindented(content.replace(/^\s*\n/, '\n').trimEnd()).filter((line, at) => at > 0 || line !== ''))
      lines.push(line === '' ? '' : '  '.repeat(Math.min(depth, DEEPEST)) + line)
    depth--
    if (end >= start) put(source.slice(end))
  }
}
