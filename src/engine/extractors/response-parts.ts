import { headerValue, viewOf } from './response-view.ts'
import { objectsOf } from './rows.ts'
import { required, type Extractor } from './source.ts'

/** The status code, a number. */
export const status: Extractor = (_source, from) => from.response().status

/** A header's value; the name is case-insensitive. Repeated headers are joined by a comma. */
export const header: Extractor = (source, from) => headerValue(from.response().headers, required(source, 'name'))

/** The body as text. */
export const text: Extractor = (_source, from) => viewOf(from.response()).text()

/** The size of the decoded body in bytes. */
export const size: Extractor = (_source, from) => viewOf(from.response()).body().length

/** Whole milliseconds until the response was complete. */
export const duration: Extractor = (_source, from) => Math.round(from.response().timing.total)

/** The body as JSON if possible, otherwise as text; rows as a list of objects. */
export const body: Extractor = (_source, from) => {
  const rows = from.rows()
  if (rows) return objectsOf(rows)
  const view = viewOf(from.response())
  const json = view.jsonOrUndefined()
  return json === undefined ? view.text() : json
}

/** The response as a whole. */
export const response: Extractor = (_source, from) => from.answer()

/** A variable of any scope, typed. */
export const variable: Extractor = (source, from) => from.variable(required(source, 'name'))
