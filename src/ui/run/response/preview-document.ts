import { typeOf } from '#engine/base/media-type.ts'

/** How a body can be looked at; undefined: only as text or bytes. */
export function previewKind(mediaType: string): 'page' | 'picture' | undefined {
  const type = typeOf(mediaType)
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'page'
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/.test(type) ? 'picture' : undefined
}

/** Nothing is fetched for a preview, not even a picture: whoever sent the page would learn that it is looked at. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'"

/** A page for a frame that is sandboxed: with a policy of its own, behind the doctype, so that the page keeps its mode. */
export function sandboxed(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  const doctype = /^\uFEFF?\s*(?:<!--[\s\S]*?-->\s*)*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  return `${doctype}${meta}${html.slice(doctype.length)}`
}
