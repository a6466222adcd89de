/* oxlint-disable unicorn/no-thenable -- `then` is a plan's word for what comes next; nobody awaits a schema. */
import { planOperations, recipes } from '../plan.ts'
import type { ModelContext } from './context.ts'

const some = (names: readonly string[]): object =>
  names.length === 0 ? { type: 'string' } : { type: 'string', enum: [...new Set(names)] }

/**
 * The JSON Schema of a plan: names as enumerations of what the context lists, the kind first. Nothing in it that grammars are slow to compile: no
 * `maxLength`, no `uniqueItems`; lengths are the validator's.
 */
export function planSchema({ operations, suites, cases, steps, designs, files }: ModelContext): Record<string, unknown> {
  const names = operations.map(({ name }) => name)
  const fields = operations.flatMap((one) => one.fields.map(({ name }) => name))
  const scalar = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }
  const pairs = {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: some(fields), value: scalar },
      required: ['name', 'value'],
      additionalProperties: false,
    },
  }
  const operation = {
    type: 'object',
    properties: {
      do: { type: 'string', enum: [...planOperations] },
      recipe: { type: 'string', enum: [...recipes] },
      operation: some(names),
      then: some(names),
      what: { type: 'string', enum: ['suite', 'case', 'step'] },
      name: { type: 'string' },
      to: { type: 'string' },
      case: some(cases),
      suite: some(suites),
      step: some(steps),
      target: some([...cases, ...suites]),
      fields: pairs,
      parameters: { type: 'array', items: some(fields) },
      strength: { type: 'integer' },
      status: { type: 'integer' },
      refused: { type: 'boolean' },
      token: { type: 'string', enum: ['none', 'wrong'] },
      unknown: { type: 'boolean' },
      field: { type: 'string', enum: ['body', 'query', 'header', 'disabled'] },
      at: { type: 'string' },
      source: { type: 'string', enum: ['status', 'json', 'header', 'duration'] },
      is: { type: 'string', enum: ['equals', 'exists', 'contains', 'less-than', 'at-most', 'greater-than', 'at-least'] },
      value: scalar,
      variable: { type: 'string' },
      environment: { type: 'string' },
      users: { type: 'integer' },
      duration: { type: 'integer' },
      design: some(designs),
      file: some(files),
      make: { type: 'boolean' },
    },
    required: ['do'],
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['plan', 'ask', 'refuse'] }, operations: { type: 'array', items: operation } },
    required: ['kind'],
    additionalProperties: false,
  }
}
