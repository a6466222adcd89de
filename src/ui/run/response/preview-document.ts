import { typeOf } from '#engine/base/encoding/media-type.ts'

/** How a body can be looked at; undefined: only as text or bytes. */
export function previewKind(mediaType: string): 'page' | 'picture' | undefined {
  const type = typeOf(mediaType)
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'page'
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/.test(type) ? 'picture' : undefined
}

/** Nothing is fetched for a preview, not even a picture: the sender would learn that the page is viewed. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'"

/** A page for a frame that is sandboxed: with its own policy, behind the doctype, so that the page keeps its mode. */
export function sandboxed(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off">`
  const end = endOfDoctype(html)
  return `${html.slice(0, end)}${meta}${withoutLinks(html.slice(end))}`
}

/**
 * A page without its links, which no policy keeps from looking names up and connecting (`preconnect`, `dns-prefetch`). In HTML
 * a link starts with these five letters wherever it is, in a template's shadow tree too, so none is missed, and nothing is
 * parsed. `basefont` does nothing, and is placed by the same rules (HTML 13.2.6.4.4), so all others stay where they are.
 */
const withoutLinks = (html: string): string => html.replace(/<link(?=[\t\n\f\r />])/gi, '<basefont')

const blanks = /\s*/y
const doctype = /<!doctype[^>]*>/iy

/** Characters in which a doctype is looked for; a page that has it later is shown without. */
const longestProlog = 65_536

/** Where the doctype of a page ends, comments before it included; 0 without one. Each character is looked at once. */
function endOfDoctype(page: string): number {
  const html = page.slice(0, longestProlog)
  let at = html.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    blanks.lastIndex = at
    at += blanks.exec(html)?.[0].length ?? 0
    if (!html.startsWith('<!--', at)) break
    const end = endOfComment(html, at + '<!--'.length)
    if (end === undefined) return 0
    at = end
  }
  doctype.lastIndex = at
  const found = doctype.exec(html)
  return found === null ? 0 : at + found[0].length
}

/**
 * Where a comment ends as browsers read it: `<!-->` and `<!--->` are whole, `--!>` closes too (HTML Standard, 13.2.5.43 and on). A comment that was
 * taken for longer would put what it shows before the policy.
 */
function endOfComment(html: string, from: number): number | undefined {
  const whole = /-?>/y
  whole.lastIndex = from
  const abrupt = whole.exec(html)
  if (abrupt !== null) return whole.lastIndex
  const closing = /--!?>/g
  closing.lastIndex = from
  return closing.exec(html) === null ? undefined : closing.lastIndex
}
