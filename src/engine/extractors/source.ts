import type { HttpResponse } from '#engine/ports/index.ts'
import type { WholeAnswer } from '#engine/checks/whole-answer.ts'
import { AssayError } from '#engine/base/errors.ts'
import { sourceFacts, type SourceName } from './facts.ts'
import { extractorTexts as texts } from './texts.ts'

/** The source of a value, as in checks and transfers of the file. */
export interface Source {
  source: SourceName
  name?: string | undefined
  path?: string | undefined
  row?: number | undefined
  column?: string | number | undefined
}

/** Rows that a query gave: each with one value for each column. */
export interface RowSet {
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
}

/** The input of sources. */
export interface Readable {
  /** The response that is looked at; throws AssayError `no-result` if there is none, `nothing-found` if it is rows. */
  response(): HttpResponse
  /** The rows that are looked at; undefined if it is no rows. */
  rows(): RowSet | undefined
  /** The response with its request, to be judged as a whole; throws as `response` does. */
  answer(): WholeAnswer
  /** A variable, typed; undefined if there is none. */
  variable(name: string): Promise<unknown>
}

/**
 * One source: returns its value, or undefined if there is none. Throws or rejects with AssayError: `nothing-found` if what
 * it looks into is not of the right kind (the body is not JSON), `bad-expression`, `deadline`, `http-body-cut`,
 * `no-result`.
 */
export type Extractor = (source: Source, from: Readable) => unknown

/** A source for users: `json $.state`, `header content-type`, `status`, `cell state of row 0 (the first is 0)`. */
export function describeSource({ source, name, path, row, column }: Source): string {
  const ofRow = row === undefined ? undefined : texts.ofRow(row)
  return [source, name, path, column, ofRow].filter((part) => part !== undefined && part !== '').join(' ')
}

/** A required key of the source. AssayError `bad-expression` if it is missing. */
export function required(source: Source, key: 'name' | 'path'): string {
  const value = source[key]
  if (value) return value
  throw new AssayError('bad-expression', texts.needs(source.source, key), { hint: texts.needsHint(key) })
}

/** True for a source that reads cookies which the server sets: browsers keep them from pages. */
export const readsCookies = (source: Source): boolean => sourceFacts[source.source].readsCookies?.(source) === true

/** Why a source can't be read, whatever the response is; undefined if nothing is missing. */
export function problemOfSource(source: Source): string | undefined {
  const { needs } = sourceFacts[source.source]
  switch (needs?.key) {
    case 'name':
    case 'path':
      return source[needs.key] ? undefined : texts.lacks(source.source, needs.key)
    case 'cell':
      return source.row === undefined || source.column === undefined ? texts.lacksCell(source.source) : undefined
  }
}
