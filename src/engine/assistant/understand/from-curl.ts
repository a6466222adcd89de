import { isObject } from '#engine/checks/values.ts'
import { parseCurl } from '#engine/importers/curl/parse-curl.ts'
import { shapeOf } from '#engine/case-builder/project-index.ts'
import type { Recogniser } from './candidate.ts'

/** A cURL command in a request: what it sends as a case. */
export const fromCurl: Recogniser = ({ reading: { text }, index }) => {
  const at = /(?:^|\s)curl(?:\.exe)?\s/.exec(text)
  const parsed = at && parseCurl(text.slice(at.index).trim())
  if (!parsed?.ok) return undefined
  const { method, url, query, body } = parsed.value
  const members = body.type === 'none' ? {} : membersOf(body)
  if (!members) return undefined
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')
  const known = index.operations.find((one) => one.method === method && one.path !== '/' && path.endsWith(shapeOf(one.path)))
  const fields = { ...Object.fromEntries(query.map(({ name, value }) => [name, value])), ...members }
  return {
    confidence: 0.95,
    operations: [
      { do: 'add_case', name: '' },
      {
        do: 'add_step',
        kind: 'send-request',
        ...(known ? { operation: known.name } : { method, url }),
        ...(Object.keys(fields).length > 0 ? { fields } : {}),
      },
    ],
  }
}

/** The members of a JSON body that a plan can say: values, no lists. */
function membersOf(body: { type: string; text?: string }): Record<string, string | number | boolean | null> | undefined {
  if (body.type !== 'json') return undefined
  try {
    const value: unknown = JSON.parse(body.text ?? '')
    if (!isObject(value)) return undefined
    const entries = Object.entries(value)
    return entries.every(([, one]) => one === null || ['string', 'number', 'boolean'].includes(typeof one))
      ? (Object.fromEntries(entries) as Record<string, string | number | boolean | null>)
      : undefined
  } catch {
    return undefined
  }
}
