import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { asSent, importFiles } from '#engine/importers/testing/import-text.ts'
import { readProject } from '#engine/project/format/read.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { toPostman } from './postman.ts'

const name = fc.stringMatching(/^[A-Z][a-z]{1,5}( [a-z]{1,4})?$/)
const word = fc.stringMatching(/^[a-z]{1,6}$/)
/** Variables that all projects here have. */
const known = ['base', 'order', 'count']
const template = fc.oneof(
  word,
  fc.constantFrom(...known).map((one) => `\${${one}}`),
  fc
    .tuple(word, fc.constantFrom(...known, 'random.alphanumeric(5)', 'uuid', 'now.iso(+1d)'))
    .map(([text, one]) => `${text}-\${${one}}`),
)
const pairs = fc.array(fc.record({ name: fc.stringMatching(/^X-[a-z]{1,5}$/), value: template }), { maxLength: 2 })
const source = fc.oneof(
  fc.constant({ source: 'status' }),
  fc.constant({ source: 'text' }),
  fc
    .constantFrom('$.id', '$.items[0].id', '$..name', "$.items[?@.state == 'open'].id", "$['a b']")
    .map((path) => ({ source: 'json', path })),
  fc.constantFrom('content-type', 'x-total').map((one) => ({ source: 'header', name: one })),
  fc.constant({ source: 'variable', name: 'order' }),
)
const rule = fc.oneof(
  fc.record({ is: fc.constantFrom('equals', 'contains'), value: fc.oneof(template, fc.integer({ min: 0, max: 600 })) }),
  fc.record({ is: fc.constantFrom('less-than', 'at-least'), value: fc.integer() }),
  fc.record({ is: fc.constantFrom('exists', 'is-empty', 'is-uuid', 'is-iso-date') }),
  fc.record({ is: fc.constant('matches'), value: fc.constantFrom('^a+$', '\\d{2}') }),
  fc.record({ is: fc.constant('one-of'), value: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }) }),
)
const check = fc.tuple(source, rule, fc.boolean()).map(([of, one, not]) => ({ ...of, ...(not ? { not } : {}), ...one }))
const body = fc.oneof(
  fc.constant({ type: 'none' }),
  template.map((value) => ({ type: 'json', text: `{"a":"${value}","n":\${count}}` })),
  template.map((text) => ({ type: 'text', mediaType: 'text/plain', text: `x ${text}` })),
  fc.record({
    type: fc.constant('form'),
    fields: fc.array(fc.record({ name: word, value: template }), { minLength: 1, maxLength: 2 }),
  }),
)
const request = fc.record({
  kind: fc.constant('send-request'),
  name,
  method: fc.constantFrom('POST', 'PUT', 'PATCH'),
  url: fc.tuple(word, template).map(([one, two]) => `\${base}/${one}/${two}`),
  query: pairs,
  headers: fc.tuple(pairs, fc.constantFrom([], [{ name: 'Authorization', value: 'Bearer ${key}' }])).map((lists) => lists.flat()),
  body,
  followRedirects: fc.boolean(),
})
const assertion = fc.record({ kind: fc.constant('assertion'), name, checks: fc.array(check, { minLength: 1, maxLength: 2 }) })
const transfer = fc.record({
  kind: fc.constant('data-transfer'),
  name,
  transfers: fc
    .record({
      source: fc.constant('json'),
      path: fc.constantFrom('$.id', '$..id'),
      to: fc.constantFrom('order', 'id'),
      scope: fc.constantFrom('TestCase', 'Project'),
    })
    .map((one) => [one]),
})
const wait = fc.record({ kind: fc.constant('wait'), name, seconds: fc.integer({ min: 0, max: 9 }) })
const script = fc.record({ kind: fc.constant('script'), name, code: word.map((one) => `pm.variables.set('${one}', 1)`) })
const group = fc
  .tuple(fc.array(wait, { maxLength: 1 }), request, fc.array(fc.oneof(assertion, transfer, script), { maxLength: 3 }))
  .map(([before, one, after]) => [...before, one, ...after])
const variables = fc.constantFrom(
  [],
  [{ name: 'region', value: 'eu' }],
  [
    { name: 'limit', value: 5 },
    { name: 'drawn', value: 'a-${random.hex(4)}' },
  ],
)
const oneCase = fc.record({
  name,
  description: fc.constantFrom('', 'About it'),
  variables,
  onFailure: fc.constant('continue'),
  steps: fc.array(group, { minLength: 1, maxLength: 2 }).map((groups) => groups.flat()),
})
const suite = fc.record({
  name,
  description: fc.constantFrom('', 'All **orders**'),
  variables,
  cases: fc.array(oneCase, { minLength: 1, maxLength: 2 }),
})
const project = fc
  .record({
    name,
    description: fc.constantFrom('', 'A project'),
    environments: fc.uniqueArray(
      fc.record({
        name,
        variables: fc.constant([
          { name: 'base', value: 'https://x.test' },
          { name: 'key', value: { secret: 'key' } },
        ]),
      }),
      { minLength: 1, maxLength: 2, selector: (one) => one.name },
    ),
    variables: fc.constant([
      { name: 'order', value: 'o1' },
      { name: 'count', value: '3' },
    ]),
    suites: fc.array(suite, { minLength: 1, maxLength: 2 }),
  })
  .map((one) => {
    let id = 0
    const text = JSON.stringify({ format: 'aprj', version: 1, id: 'p', ...one }, (key, value: unknown) =>
      key !== 'value' &&
      typeof value === 'object' &&
      value !== null &&
      'name' in value &&
      ('variables' in value || 'kind' in value)
        ? { id: `n${++id}`, ...value }
        : value,
    )
    const read = readProject(text)
    if (!read.ok) throw read.error
    return read.value.project
  })

/** What is meant to come back: ids are new, and a step may name its request. */
function comparable(given: Project): unknown {
  const whole = asSent(given)
  for (const holder of [whole, ...whole.suites, ...whole.suites.flatMap(({ cases }) => cases)]) delete holder.headers
  // Files have no order.
  whole.environments = whole.environments.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const one of whole.suites.flatMap(({ cases }) => cases)) {
    let request = ''
    one.steps = one.steps.map((step) => {
      if (isSendRequestStep(step)) request = step.id
      return 'step' in step && step.step === request ? { ...step, step: undefined } : step
    })
  }
  return JSON.parse(
    JSON.stringify(whole, (key, value: unknown) => {
      if (key === 'id') return undefined
      return key === 'value' && typeof value === 'object' && value !== null && 'secret' in value ? 'a secret' : value
    }),
  ) as unknown
}

it('[X9] Postman: what is exported comes back as it was', () =>
  fc.assert(
    fc.asyncProperty(project, async (given) => {
      const { files, notExported } = toPostman(given)
      expect(notExported.filter(({ what }) => !what.startsWith('Enter the value'))).toEqual([])
      const { value, error } = await importFiles(
        'postman',
        given.name,
        Object.fromEntries(files.map(({ path, text }) => [path, text])),
      )
      if (value === undefined) throw error
      expect(comparable(value.project)).toEqual(comparable(given))
    }),
    { numRuns: fuzzRuns(200) },
  ))
