/** A word of a sentence: `quoted` is a name or value that its writer marked as one. */
export interface Token {
  text: string
  quoted: boolean
}

const quotes =
  /"([^"]*)"|[“„”]([^“”„]*)[“”]|[«‹]\s?([^«»]*?)\s?[»›]|「([^「」]*)」|‘([^‘’]*)’|`([^`]*)`|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])/u
const han = /\p{Script=Han}/u
const piece = new RegExp(`${quotes.source}|\\p{Script=Han}|[^\\s\\p{Script=Han}，。、；：！？,;!]+|[,，、;；]|[!！?？。：]`, 'gu')

/** The words of a sentence. Marks between words are gone, but for `?`: a question is no command. Chinese characters stand alone. */
export function tokensOf(sentence: string): Token[] {
  return [...sentence.normalize('NFC').matchAll(piece)].flatMap(([whole, ...groups]): Token[] => {
    const quoted = groups.find((group) => group !== undefined)
    if (quoted !== undefined) return [{ text: quoted, quoted: true }]
    if (/^[,，、;；!！。：]$/.test(whole)) return []
    if (/^[?？]$/.test(whole)) return [{ text: '?', quoted: false }]
    const text = han.test(whole) ? whole : whole.replace(/^[(¿¡]+|[.:)]+$/g, '')
    const asks = /[^/?]\?$/.test(text) && !/^https?:|\//.test(text)
    const plain = asks ? text.slice(0, -1) : text
    return plain === '' ? [] : [{ text: plain, quoted: false }, ...(asks ? [{ text: '?', quoted: false }] : [])]
  })
}
