/** A piece of a line of JSON and what it is. */
export interface JsonToken {
  kind: 'key' | 'string' | 'number' | 'word' | 'plain'
  text: string
}

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g

/** Longer rows are one piece: colouring is not worth thousands of elements. */
const LONGEST = 600

/** Splits one row of formatted JSON into pieces to colour; a row that continues a long string is one piece. */
export function highlightJson(row: string, continues: boolean): JsonToken[] {
  if (continues || row.length > LONGEST) return [{ kind: continues ? 'string' : 'plain', text: row }]
  const tokens: JsonToken[] = []
  let end = 0
  for (const match of row.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: row.slice(end, match.index) })
    const [whole, string, colon, number] = match
    if (string === undefined) tokens.push({ kind: number === undefined ? 'word' : 'number', text: whole })
    else {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string })
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon })
    }
    end = match.index + whole.length
  }
  if (end < row.length) tokens.push({ kind: 'plain', text: row.slice(end) })
  return tokens
}
