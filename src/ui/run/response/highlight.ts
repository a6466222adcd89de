import type { TextForm } from '#workers/text/text-document.ts'

/** A piece of a line and what it is; of markup a key is the name of an element, a word that of an attribute. */
export interface Token {
  kind: 'key' | 'string' | 'number' | 'word' | 'comment' | 'plain'
  text: string
}

const JSON_TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g
const TAG = /(<!--.*?(?:-->|$)|<[!?][^>]*>?)|(<\/?)([A-Za-z_:][^\s/>]*)((?:[^>"']|"[^"]*"?|'[^']*'?)*>?)/g
const ATTRIBUTE = /([^\s=/>"']+)(?=\s*=)|("[^"]*"?|'[^']*'?)/g

/** Longer rows are one piece: colouring is not worth thousands of elements. */
const LONGEST = 600

/** Splits one row of a formatted text into pieces to colour; `continues`: it goes on with a line that started before. */
export function highlight(row: string, form: TextForm | undefined, continues: boolean): Token[] {
  if (form === undefined || row.length > LONGEST) return [{ kind: 'plain', text: row }]
  // What is long in JSON is a string; markup can't be classified without what came before.
  if (continues) return [{ kind: form !== 'markup' ? 'string' : 'plain', text: row }]
  const tokens: Token[] = []
  const add = (kind: Token['kind'], text: string | undefined) => {
    if (text) tokens.push({ kind, text })
  }
  let end = 0
  for (const match of row.matchAll(form !== 'markup' ? JSON_TOKEN : TAG)) {
    add('plain', row.slice(end, match.index))
    if (form !== 'markup') addJson(match, add)
    else addTag(match, add)
    end = match.index + match[0].length
  }
  add('plain', row.slice(end))
  return tokens
}

type Add = (kind: Token['kind'], text: string | undefined) => void

function addJson([whole, string, colon, number]: RegExpMatchArray, add: Add): void {
  if (string === undefined) return add(number === undefined ? 'word' : 'number', whole)
  add(colon === undefined ? 'string' : 'key', string)
  add('plain', colon)
}

function addTag([, comment, begin, name, rest = '']: RegExpMatchArray, add: Add): void {
  if (comment !== undefined) return add('comment', comment)
  add('plain', begin)
  add('key', name)
  let end = 0
  for (const match of rest.matchAll(ATTRIBUTE)) {
    add('plain', rest.slice(end, match.index))
    add(match[1] === undefined ? 'string' : 'word', match[0])
    end = match.index + match[0].length
  }
  add('plain', rest.slice(end))
}
