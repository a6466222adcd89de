import * as v from 'valibot'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { createManualClock, memoryFiles, memorySecrets } from '#engine/ports/testing/index.ts'
import { createRunScopes, type StartValue } from '#engine/templates/create-scopes.ts'
import { openSource } from '../index.ts'
import { dataSourceSchema } from '../schemas.ts'
import type { OpenedSource, SourceContext, SourceRow } from '../source-kind.ts'

const noDatabase = () => Promise.reject(new Error('There is no database here.'))

/** What a source is read with in a test. */
export function testContext(
  more: {
    files?: Record<string, Uint8Array>
    seed?: number
    variables?: StartValue[]
    case?: string
    query?: SourceContext['query']
  } = {},
): SourceContext {
  const scopes = createRunScopes({
    project: more.variables ?? [],
    seed: more.seed ?? 7,
    clock: createManualClock(),
    secrets: memorySecrets(),
    redactor: createRedactor(),
    signal: new AbortController().signal,
  })
    .suite([], 'suite')
    .case([], more.case ?? 'case')
  return {
    files: memoryFiles(more.files),
    scopes: (key, values) => scopes.rowOfRun(key, values),
    query: more.query ?? noDatabase,
  }
}

/** Opens a source that holds what a test cares about. */
export const openedSource = (parts: Record<string, unknown>, context: SourceContext = testContext()): Promise<OpenedSource> =>
  openSource(v.parse(dataSourceSchema, { id: 'd', name: 'users', ...parts }), context)

/** A source with all of its rows. */
export async function readSource(
  parts: Record<string, unknown>,
  context: SourceContext = testContext(),
): Promise<OpenedSource & { all: SourceRow[] }> {
  const source = await openedSource(parts, context)
  const all: SourceRow[] = []
  for await (const some of source.rows(context)) all.push(...some)
  return { ...source, all }
}

/** Bytes of text in UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Bytes of text in UTF-16, with or without its byte order mark. */
export function utf16(text: string, order: 'le' | 'be', mark = true): Uint8Array {
  const units = [...(mark ? '\uFEFF' : ''), ...text].join('')
  const bytes = new Uint8Array(units.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < units.length; at++) view.setUint16(at * 2, units.charCodeAt(at), order === 'le')
  return bytes
}
