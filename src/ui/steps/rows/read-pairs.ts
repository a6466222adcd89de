import { formDecoded } from '#engine/base/encoding/percent-decoded.ts'

/**
 * Rows in a text that was pasted: lines of `Name: value`, as headers are copied, of `name=value`, or a query (`a=1&b=2`,
 * decoded). A line that starts with `#` or `//` is a row that is switched off, as the bulk editors of other tools write it.
 * `undefined`: none of these.
 */
export function readPairs(text: string): { name: string; value: string; disabled?: true }[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [only] = lines
  if (lines.length === 1 && only !== undefined && query.test(only)) return only.replace(/^\?/, '').split('&').map(readParameter)
  const rows = lines.map((line) => {
    const [, off, name, value] = pair.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    return { name, value, ...(off ? { disabled: true as const } : {}) }
  })
  return rows.length > 0 && rows.every((row) => row !== undefined) ? rows : undefined
}

/** `Name: value`, with a space so that a URL isn't taken for one, or `name=value`. */
const pair = /^(#\s*|\/\/\s*)?([^\s:=?&"'{}]+)(?::(?:\s+|$)|\s*=\s*)(.*)$/

/** At least two parameters. */
const query = /^\??[^\s&=:?"'{}]+=[^\s&]*(?:&[^\s&=]+=[^\s&]*)+$/

function readParameter(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  return { name: formDecoded(text.slice(0, at)), value: formDecoded(text.slice(at + 1)) }
}
