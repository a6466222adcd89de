import { AssayError } from '#engine/base/errors.ts'
import type { Verdict } from '#engine/checks/predicate.ts'
import { apiOf, type Api } from './api.ts'
import { deviations, type Answered } from './conform.ts'
import { bestFit, type SentRequest } from './match.ts'
import { apiDocumentTexts as texts } from './texts.ts'

/** An API that a project holds. */
export interface ProjectApi {
  id: string
  name: string
  /** Its JSON text. */
  document: string
}

/** What a check names; the operation that the request matches, of any API of the project, where it names nothing. */
export interface Wanted {
  api?: string | undefined
  operation?: string | undefined
}

const mostTold = 20

/**
 * Whether a response is what its API says. Not if no operation matches the request. Rejects with AssayError `reference-missing`
 * if an API or an operation that is named is not there, `bad-expression` if its schema can't be judged by.
 */
export async function conformity(
  apis: readonly ProjectApi[],
  wanted: Wanted,
  request: SentRequest,
  answer: Answered,
): Promise<Verdict> {
  const found = findOperation(apis, wanted, request)
  if (!found) {
    const asked = `${request.method} ${pathOf(request.url)}`
    return {
      holds: false,
      detail: texts.noOperationFits(
        asked,
        candidatesOf(apis, wanted).map(({ name }) => name),
      ),
    }
  }
  const operation = found.api.operation(found.key)
  const all = operation ? await deviations(found.api, operation, answer) : []
  const name = found.key
  if (all.length === 0) return { holds: true, detail: texts.conforms(name) }
  const told = all.length > mostTold ? [...all.slice(0, mostTold), texts.andMore(all.length - mostTold)] : all
  return { holds: false, detail: `${texts.violations(name, all.length)}: ${told.join('; ')}` }
}

function candidatesOf(apis: readonly ProjectApi[], { api }: Wanted): readonly ProjectApi[] {
  if (apis.length === 0) throw new AssayError('reference-missing', texts.noApi, { hint: texts.noApiHint })
  if (api === undefined || api === '') return apis
  const one = apis.find(({ id }) => id === api)
  if (!one) throw new AssayError('reference-missing', texts.unknownApi(api), { hint: texts.noApiHint })
  return [one]
}

/** An operation and the API that describes it. */
interface FoundOperation {
  api: Api
  key: string
}

/** The operation that a request fits best, of all these APIs. */
function bestOf(candidates: readonly ProjectApi[], request: SentRequest): FoundOperation | undefined {
  const fits = candidates.flatMap(({ document }) => {
    const api = apiOf(document)
    const fit = bestFit(api, request)
    return fit ? [{ api, key: fit.head.key, rank: fit.rank }] : []
  })
  return fits.toSorted((a, b) => b.rank - a.rank)[0]
}

/** The operation that is named, else the one that the request matches. */
function findOperation(apis: readonly ProjectApi[], wanted: Wanted, request: SentRequest): FoundOperation | undefined {
  const candidates = candidatesOf(apis, wanted)
  const { operation } = wanted
  if (!operation) return bestOf(candidates, request)
  for (const { document } of candidates) {
    const api = apiOf(document)
    const key = api.operation(operation)?.key
    if (key !== undefined) return { api, key }
  }
  const names = candidates.map(({ name }) => name).join(', ')
  throw new AssayError('reference-missing', texts.unknownOperation(operation, names), { hint: texts.unknownOperationHint })
}

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '') || '/'
