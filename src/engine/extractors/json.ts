import { compiledPath, type JsonPath } from './json-path.ts'
import { viewOf } from './response-view.ts'
import { objectsOf } from './rows.ts'
import { required, type Extractor } from './source.ts'

/**
 * The result of a JSONPath (RFC 9535) in the body or in rows: the value of a single match, a list of several, otherwise
 * nothing.
 */
export const json: Extractor = (source, from) => {
  const path = compiledPath(required(source, 'path'))
  const select = (compiled: JsonPath): unknown => {
    const rows = from.rows()
    const document = rows ? objectsOf(rows) : viewOf(from.response()).json()
    if (document === undefined) return undefined
    const matches = compiled(document)
    return matches.length > 1 ? matches : matches[0]
  }
  return path instanceof Promise ? path.then(select) : select(path)
}
