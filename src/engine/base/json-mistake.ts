import { textOf } from './errors.ts'

/**
 * What a JSON parser says of a mistake, without the piece of the text that it quotes: the parser cuts it, and half of a secret is
 * no longer recognised. The place is kept where the parser names it.
 */
export function jsonMistake(thrown: unknown): string {
  const said = textOf(thrown)
  const place = /(?:at )?(?:position \d+(?: \(line \d+ column \d+\))?|line \d+ column \d+)/.exec(said.slice(-60))?.[0]
  const kind =
    /^(?:Unexpected end|Unterminated|Bad control character|Bad escaped character|Expected property name|Expected double-quoted|Comma|Colon)/
  if (kind.test(said) && !said.includes('"')) return said.replace(/ but got '[^]*?'(?= at )/, '')
  return place === undefined ? 'unexpected character' : `unexpected character, ${place}`
}
