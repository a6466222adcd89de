import type { Api } from '#engine/api/api.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import { templatePathOf, shapeOf } from '#engine/case-builder/project-index.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'

/** What stands for a template until a run draws a value. */
const samples: readonly [RegExp, unknown][] = [
  [/random\.email|^\$\{email\}$/, 'ada@example.com'],
  [/random\.uuid|^\$\{uuid\}$/, '123e4567-e89b-42d3-a456-426614174000'],
  [/now\.iso/, '2026-01-31T12:00:00Z'],
  [/random\.(past|future)?date/i, '2026-01-31'],
  [/^\$\{random\.(int|float)[^}]*\}$/, 5],
  [/random\.url/, 'https://example.com/'],
]

/** Tells whether bodies fit the schemas of their operations. */
export function createMatcher(api: Api): { problems(requests: readonly SendRequestStep[]): Promise<string[]> } {
  return {
    async problems(requests) {
      const found: string[] = []
      for (const { method, url, body } of requests) {
        const shape = shapeOf(templatePathOf(url))
        const head = api.operations.find((one) => one.method === method && shapeOf(one.path) === shape)
        const operation = head && api.operation(head.key)
        const content = operation?.body?.contents[0]
        if (!operation || !content) continue
        if (body.type !== 'json') {
          found.push(`${method} ${url} sends no JSON`)
          continue
        }
        // Without quotes a template stands for a number: the key that another request gave.
        const text = body.text.replace(/(?<=[:[,]\s*)\$\{(?!random\.)[^}"]*\}/g, '5').replace(/:\s*(\$\{[^}]*\})/g, ': "$1"')
        const value: unknown = JSON.parse(text, (_, one: unknown) =>
          typeof one === 'string' && one.includes('${')
            ? (samples.find(([pattern]) => pattern.test(one))?.[1] ?? 'Sample text')
            : one,
        )
        const prepared = await prepareSchema(jsonSchemaOf(content.schema ?? true, 'request', api), { lenient: true })
        found.push(
          ...prepared
            .errors(value)
            .slice(0, 2)
            .map((error) => `body of ${method} ${url}: ${JSON.stringify(error)}`),
        )
      }
      return found
    },
  }
}
