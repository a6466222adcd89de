import { tokensOf, type Token } from './tokens.ts'

/** A pattern: words, `(one|other)`, `[optional]`, `{slot:type}`. */
export type Pattern = readonly Node[]
type Node = { word: string } | { any: readonly Pattern[] } | { slot: string; type: string }

/** Words of a sentence that are in the slots of a pattern. */
export type Bindings = Readonly<Record<string, { type: string; tokens: readonly Token[] }>>

/** Reads a pattern. */
export function parsePattern(text: string): Pattern {
  let at = 0
  const sequence = (ends: string): Node[] => {
    const nodes: Node[] = []
    while (at < text.length && !ends.includes(text.charAt(at))) {
      const sign = text.charAt(at)
      if (sign === '(' || sign === '[') {
        at++
        const close = sign === '(' ? ')' : ']'
        const any = [sequence(`|${close}`)]
        while (text.charAt(at) === '|') {
          at++
          any.push(sequence(`|${close}`))
        }
        at++
        nodes.push({ any: sign === '[' ? [...any, []] : any })
      } else if (sign === '{') {
        const [whole = '', slot = '', type = slot] = /^\{(\w+)(?::(\w+))?\}/.exec(text.slice(at)) ?? []
        at += whole.length
        nodes.push({ slot, type })
      } else {
        const [word = ''] = /^[^()[\]{}|]+/.exec(text.slice(at)) ?? []
        at += word.length
        nodes.push(...tokensOf(word).map((token) => ({ word: token.text.toLowerCase() })))
      }
    }
    return nodes
  }
  return sequence('')
}

/** Words that a slot holds at most. */
const longestSlot = 12

/** Every way in which all words of a sentence are accounted for by a pattern; `fits` says what may be in a slot. */
export function* matches(
  pattern: Pattern,
  tokens: readonly Token[],
  fits: (type: string, tokens: readonly Token[]) => boolean,
  at = 0,
  rest: readonly Pattern[] = [],
  bound: Bindings = {},
): Generator<Bindings> {
  const [node, ...others] = pattern
  if (!node) {
    const [next, ...later] = rest
    if (next) yield* matches(next, tokens, fits, at, later, bound)
    else if (at === tokens.length) yield bound
  } else if ('word' in node) {
    const token = tokens[at]
    if (token && !token.quoted && token.text.toLowerCase() === node.word)
      yield* matches(others, tokens, fits, at + 1, rest, bound)
  } else if ('any' in node) for (const one of node.any) yield* matches(one, tokens, fits, at, [others, ...rest], bound)
  else
    for (let end = at + 1; end <= Math.min(tokens.length, at + longestSlot); end++) {
      const held = tokens.slice(at, end)
      if (fits(node.type, held))
        yield* matches(others, tokens, fits, end, rest, { ...bound, [node.slot]: { type: node.type, tokens: held } })
    }
}

/** The words of a pattern that are no slot. */
export function* wordsIn(pattern: Pattern): Generator<string> {
  for (const node of pattern)
    if ('word' in node) yield node.word
    else if ('any' in node) for (const one of node.any) yield* wordsIn(one)
}
