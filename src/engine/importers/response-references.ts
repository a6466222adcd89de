import type { Draft } from './draft.ts'
import { jsonPathBelow, type Source } from './scripts/values.ts'

/** A part of a request's answer: JSONPath or XPath below `body`, a name below `headers`; '' is the whole body. */
export interface ResponsePart {
  part: 'body' | 'headers'
  path: string
}

/** The parts of other requests' responses that templates refer to: a variable for each part, which the request has to keep. */
export interface ResponseReferences {
  /** The reference for a part of the response to a request, the same one each time. */
  reference(request: string, answer: ResponsePart): string
  /** What a request has to keep for others. */
  keepsOf(request: string): { to: string; source: Source }[]
  /** The requests that are referred to. */
  requests(): string[]
}

/** See {@link ResponseReferences}; `nameOf` says how a request is called in names of variables. */
export function createResponseReferences(
  draft: Draft,
  nameOf: (request: string) => string = (request) => request,
): ResponseReferences {
  const kept = new Map<string, Map<string, { to: string; source: Source }>>()
  return {
    reference(request, answer) {
      const own = kept.get(request) ?? new Map<string, { to: string; source: Source }>()
      kept.set(request, own)
      const key = JSON.stringify(answer)
      const last = answer.path.split(/[^\w-]+/).findLast(Boolean)
      const known = own.get(key) ?? {
        to: draft.freeVariableName(`${nameOf(request)}_${last ?? answer.part}`),
        source: sourceOf(answer),
      }
      own.set(key, known)
      return `\${${known.to}}`
    },
    keepsOf: (request) => [...(kept.get(request)?.values() ?? [])],
    requests: () => [...kept.keys()],
  }
}

function sourceOf({ part, path }: ResponsePart): Source {
  if (part === 'headers') return { source: 'header', name: path }
  if (path === '*' || path === '') return { source: 'text' }
  if (path.startsWith('/')) return { source: 'xml', path }
  return { source: 'json', path: path.startsWith('$') ? path : (jsonPathBelow('$', path) ?? '$') }
}
