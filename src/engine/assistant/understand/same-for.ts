import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { readRequest, type Reading, type Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'

/** How people ask for the same with something else, in the languages that are understood. */
const again =
  /^\s*(?:(?:and|now|ok(?:ay)?|please|then|und|jetzt|bitte|y|ahora|et|maintenant)[\s,]+)*(?:(?:do|make|repeat|create|write|mach|hacer?|haz|fais|faire)\s+)?(?:(?:exactly\s+)?(?:the\s+)?same(?:\s+(?:thing|test|tests|case|again))*\s+(?:for|with|on)|dasselbe\s+(?:für|mit)|lo\s+mismo\s+(?:para|con)|la\s+même\s+chose\s+(?:pour|avec))\s+(?:(?:the|die|der|das|den|las|los|el|la|les|le|an?)\s+)?|^\s*(?:请)?对\s*/iu
const behind = /\s*(?:做同样的(?:事|测试)?|也一样|too|as well|please|auch|también|aussi)?\s*[.!。！]*\s*$/iu
/** Words for one thing of an API: more is a request of its own. */
const mostWords = 3

/**
 * "Do the same for accounts": the request before with the noun that is said in place of its own; undefined where nothing of the kind is said, or the request before has no
 * noun of the API, or more than one.
 */
export function sameFor(text: string, last: string | undefined, index: ProjectIndex, reading: Reading): string | undefined {
  if (last === undefined || !again.test(text) || (/^\s*(?:请)?对/u.test(text) && !/同样|也一样/u.test(text))) return undefined
  const noun = text.replace(again, '').replace(behind, '').trim()
  const wanted = readRequest(noun, index.vocabulary, reading.language).tokens
  const nouns = nounsOf(index)
  const named = (token: Token) => (token.kind === 'word' && !token.stop ? token.stems.find((stem) => nouns.has(stem)) : undefined)
  if (wanted.length === 0 || wanted.length > mostWords || !wanted.some(named)) return undefined
  const { tokens } = readRequest(last, index.vocabulary, reading.language)
  const owners = new Set(index.operations.map(({ resource }) => resource))
  const old = tokens.filter((token) => {
    const stem = named(token)
    return stem !== undefined && owners.has(stem) && token.concepts.size === 0
  })
  if (old.length === 0 || new Set(old.map(named)).size !== 1) return undefined
  const isMany = /s$/i.test(noun)
  const one = noun.replace(/ies$/i, 'y').replace(/s$/i, '')
  const many = isMany ? noun : /[^aeiou]y$/i.test(noun) ? noun.replace(/y$/i, 'ies') : `${noun}s`
  let said = last
  for (const { start, end, text: word } of old.toReversed())
    said = `${said.slice(0, start)}${/\p{Script=Han}/u.test(noun) ? noun : /s$/i.test(word) ? many : one}${said.slice(end)}`
  return said
}
