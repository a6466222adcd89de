import { excerpt } from '#engine/base/excerpt.ts'
import { charsetOf, typeOf } from '#engine/base/encoding/media-type.ts'
import { TooCostly } from '#engine/base/work-limit.ts'
import { compiledPath } from '#engine/extractors/json-path.ts'
import { parseJson, writeJson } from '#engine/extractors/parse-json.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { factsOf } from '#engine/steps/facts.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { RunSession } from '../../run/session/run-session-type.ts'
import type { Answer } from '../../steps/editor-context.ts'
import { pathsIn } from './paths-in.ts'

/** Larger answers are not read for a preview: they would stop the page. */
const LARGEST = 1_000_000

/** The JSON answer that a step looks at, from the last run that has it; undefined without one. */
export async function readLastAnswer(
  session: RunSession,
  steps: readonly Step[],
  at: { case: string; step: string; request: string | undefined },
): Promise<Answer | undefined> {
  const { details } = session
  const own = steps.findIndex(({ id }) => id === at.step)
  const asked = at.request ?? steps.slice(0, Math.max(0, own)).findLast((step) => factsOf(step).gives === 'http')?.id
  const run = asked === undefined ? undefined : details?.knownRun(at.case, asked)?.run
  if (!details || asked === undefined || run === undefined) return undefined
  const events = await session.events({ case: at.case, step: asked, run })
  const last = events.findLast((event) => event.type === 'exchanged' && event.exchange.purpose === 'request')
  const body = last?.type === 'exchanged' ? last.exchange.response?.body : undefined
  if (!body || body.dropped || body.size > LARGEST || !typeOf(body.mediaType).endsWith('json')) return undefined
  const bytes = await details.body(run, body.id)
  return bytes && answerFromText(new TextDecoder(charsetOf(body.mediaType)).decode(bytes))
}

/** What can be asked of a JSON text; undefined if it is none. */
export function answerFromText(text: string): Answer | undefined {
  let document: unknown
  try {
    document = parseJson(text)
  } catch {
    return undefined
  }
  const isPath = (source: Parameters<Answer['paths']>[0]) => {
    const { needs } = sourceFacts[source]
    return needs?.key === 'path' && needs.language === 'JSONPath'
  }
  const paths = pathsIn(document)
  return {
    paths: (source) => (isPath(source) ? paths : []),
    look: async ({ source, path }) => {
      if (!isPath(source) || !path) return undefined
      const found = await foundBy(path, document)
      if (found === undefined) return undefined
      if (found.length === 0) return { nothing: true }
      return { found: excerpt(writeJson(found.length === 1 ? found[0] : found) ?? '', 200) }
    },
  }
}

/** What a path finds; undefined if finding it would hold up the page. */
async function foundBy(path: string, document: unknown): Promise<unknown[] | undefined> {
  const compiled = await compiledPath(path)
  try {
    return compiled(document)
  } catch (error) {
    if (error instanceof TooCostly) return undefined
    throw error
  }
}
