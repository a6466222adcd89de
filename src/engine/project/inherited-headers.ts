import type { InheritedFrom, SendRequestStep } from '#engine/steps/send-request/schema.ts'

/** A row of headers. */
export type Header = SendRequestStep['headers'][number]

/** A project, a suite or a case, as far as its requests inherit from it. */
export interface HeaderHolder {
  name: string
  headers?: readonly Header[] | undefined
}

/** What contains a request, from the outermost. */
export type HeaderLevels = readonly { level: InheritedFrom['level']; holder: HeaderHolder }[]

/** A header that a request inherits. */
export type InheritedHeader = Header & { from: InheritedFrom }

/** A header's name, as names are compared (RFC 9110 section 5.1). */
export const headerKey = ({ name }: { name: string }): string => name.trim().toLowerCase()

/** Bodies that say themselves what they are; JSON and GraphQL are what an inherited Content-Type says. */
const typedBodies: ReadonlySet<string> = new Set(['text', 'form', 'multipart', 'file'])

/**
 * The headers that a request inherits, the outermost first. Of a name counts who is nearest: the request, its case, its suite, the project.
 * A disabled row counts too, so it suppresses an inherited header.
 */
export function inheritedHeaders(
  { headers, body }: Pick<SendRequestStep, 'headers' | 'body'>,
  levels: HeaderLevels,
): InheritedHeader[] {
  const named = new Set(headers.map(headerKey))
  if (typedBodies.has(body.type)) named.add('content-type')
  const found: InheritedHeader[][] = []
  for (const { level, holder } of levels.toReversed()) {
    const { headers: rows = [], name } = holder
    found.unshift(
      rows.flatMap((row, index) =>
        row.disabled || headerKey(row) === '' || named.has(headerKey(row)) ? [] : [{ ...row, from: { level, name, index } }],
      ),
    )
    for (const row of rows) named.add(headerKey(row))
  }
  return found.flat()
}

/** What contains the requests of a case. */
export const levelsOf = (project: HeaderHolder, suite: HeaderHolder, one: HeaderHolder): HeaderLevels => [
  { level: 'project', holder: project },
  { level: 'suite', holder: suite },
  { level: 'case', holder: one },
]
