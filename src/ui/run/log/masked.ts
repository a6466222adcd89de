/** A piece of a masked text: plain, or the name of a value that the worker keeps. */
export type MaskedPiece = { text: string; name?: undefined } | { name: string; text?: undefined }

const MASK = /‹([^‹›\n]{1,160})›/g

/** Splits a text at its masked values `‹name›`, in order; a text without any is returned as one piece. */
export function splitMasked(text: string): MaskedPiece[] {
  if (!text.includes('‹')) return text === '' ? [] : [{ text }]
  const pieces: MaskedPiece[] = []
  let end = 0
  for (const match of text.matchAll(MASK)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ name: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
