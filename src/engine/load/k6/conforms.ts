import { apiOf, type Api } from '#engine/api/api.ts'
import { bestFit } from '#engine/api/match.ts'
import type { ResponseContent } from '#engine/api/operation.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { objectOf, quote, type Code } from './code.ts'
import { schemaConstant } from './json-schema.ts'
import type { LookedAt } from './checked-request.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

/** Whether a response is what its API says: of the operation that the check names, else of the one that the request fits. */
export function answerCode(check: Check, request: LookedAt | undefined, script: Script): string {
  const found = findOperation(check, request, script)
  const operation = found && found.api.operation(found.key)
  if (!found || !operation) throw new NoCounterpart(texts.operation)
  const make = (): Code =>
    objectOf(
      [
        ['method', quote(operation.method)],
        [
          'responses',
          objectOf(
            operation.responses.map((response) => [response.status, responseCode(response, found.api, script)]),
            true,
          ),
        ],
      ],
      true,
    )
  const name = script.constant(`api ${found.id} ${found.key}`, `api ${found.key}`, 'api', make, true)
  return `${script.use('conformsToApi')}(answer, ${name})`
}

function findOperation({ api: wanted, operation }: Check, request: LookedAt | undefined, { project }: Script) {
  const candidates = project.apis.filter(({ id }) => !wanted || id === wanted)
  const fits = candidates.flatMap(({ id, document }) => {
    const api = apiOf(document)
    if (operation) {
      const key = api.operation(operation)?.key
      return key === undefined ? [] : [{ id, api, key, rank: 0 }]
    }
    const fit = request && bestFit(api, request)
    return fit ? [{ id, api, key: fit.head.key, rank: fit.rank }] : []
  })
  return fits.toSorted((a, b) => b.rank - a.rank)[0]
}

function responseCode({ headers, contents }: ResponseContent, api: Api, script: Script): Code {
  const judged = headers.filter(({ name }) => !/^content-type$/i.test(name))
  const schemaOf = (schema: unknown): Code => schemaConstant(jsonSchemaOf(schema, 'response', api), script)
  return objectOf([
    [
      'headers',
      judged.length === 0
        ? undefined
        : objectOf(
            judged.map(({ name, required, schema }) => [
              name,
              objectOf([
                ['required', String(required)],
                ['schema', schema === undefined ? undefined : schemaOf(schema)],
              ]),
            ]),
          ),
    ],
    [
      'contents',
      contents === undefined || contents.length === 0
        ? undefined
        : objectOf(
            contents.map(({ type, schema }) => [
              (type.split(';', 1)[0] ?? '').trim().toLowerCase(),
              schema === undefined ? 'null' : schemaOf(schema),
            ]),
          ),
    ],
  ])
}
