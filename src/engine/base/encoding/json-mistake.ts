import { textOf } from '../errors.ts'

/**
 * The message of a JSON parser without the text that it quotes: the parser truncates it, and half of a secret isn't recognized.
 * The position stays if the parser reports it.
 */
export function jsonMistake(thrown: unknown): string {
  const said = textOf(thrown)
  const place = /(?:at )?(?:position \d+(?: \(line \d+ column \d+\))?|line \d+ column \d+)/.exec(said.slice(-60))?.[0]
  const kind =
    /^(?:Unexpected end|Unterminated|Bad control character|Bad escaped character|Expected property name|Expected double-quoted|Comma|Colon)/
  if (kind.test(said) && !said.includes('"')) return said.replace(/ but got '[^]*?'(?= at )/, '')
  return place === undefined ? 'unexpected character' : `unexpected character, ${place}`
}
