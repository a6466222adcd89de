import { formDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { encodeAroundTemplates } from '#engine/steps/send-request/encode.ts'
import { pair, type Pair } from './body.ts'

/** A parameter as its tool has it, encoded or not; without a value it is written without "=". */
export interface WrittenParam {
  name: string
  value: string | undefined
  disabled: boolean
}

/** How a tool encodes the name or the value of a parameter before it sends it; placeholders are left out. */
export type QueryEncoder = (text: string, isName: boolean) => string

/** The URL standard's query percent-encode set, which most tools leave it to. */
const encodedInQuery = /[^!$-;=?-~]|'/gu

/** As URL parsers do (URL standard, query state): what is encoded already stays. */
export const asUrlParsersDo: QueryEncoder = (text) => text.replace(encodedInQuery, percentEncoded)

/** As Postman does: also what would end a name or a value. */
export const asPostmanDoes: QueryEncoder = (text, isName) =>
  asUrlParsersDo(text, isName).replace(isName ? /[&=]/g : /&/g, percentEncoded)

function percentEncoded(character: string): string {
  return character === "'" || character === '&' || character === '='
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(/^[\uD800-\uDFFF]$/.test(character) ? '\uFFFD' : character)
}

/**
 * A query as a list of parameters, where that is sent as the tool sends it; else the parameters that are on as a text for the
 * URL, which is sent unchanged.
 */
export function queryAsSent(
  params: readonly WrittenParam[],
  encode: QueryEncoder,
  convert: (text: string) => string,
): { query: Pair[]; text: string } {
  const asTool = (text: string, isName: boolean) =>
    convert(
      text
        .split(/(\{\{[^{}]*\}\})/)
        .map((part, index) => (index % 2 === 1 ? part : encode(part, isName)))
        .join(''),
    )
  const on = params.filter(({ disabled }) => !disabled)
  const asList = [formDecoded, (text: string) => text].find((read) => {
    const sent = (text: string) => encodeAroundTemplates(convert(read(text))).replaceAll("'", '%27')
    return on.every(
      ({ name, value }) => value !== undefined && asTool(name, true) === sent(name) && asTool(value, false) === sent(value),
    )
  })
  const read = (text: string) => convert((asList ?? formDecoded)(text))
  const listed = asList ? params : params.filter(({ disabled }) => disabled)
  const written = ({ name, value }: WrittenParam) => asTool(name, true) + (value === undefined ? '' : `=${asTool(value, false)}`)
  return {
    query: listed.map(({ name, value, disabled }) => pair(read(name), read(value ?? ''), disabled)),
    text: asList ? '' : on.map(written).join('&'),
  }
}

/** The parameters of a query's text. */
export const writtenParams = (query: string): WrittenParam[] =>
  query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0
        ? { name: part, value: undefined, disabled: false }
        : { name: part.slice(0, at), value: part.slice(at + 1), disabled: false }
    })
