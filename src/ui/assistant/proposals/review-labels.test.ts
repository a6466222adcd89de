import { expect, it } from 'vitest'
import { caseSchema, environmentSchema, suiteSchema, variableSchema } from '#engine/project/format/schema.ts'
import { loadTestSchema } from '#engine/project/load-test.ts'
import { stepSchemas } from '#engine/steps/schemas.ts'
import { fieldLabel, fieldText, hasLabel } from './review-labels.ts'

it('[A1] has a label for each field that a proposal can change', () => {
  const schemas = [...Object.values(stepSchemas), caseSchema, suiteSchema, environmentSchema, variableSchema, loadTestSchema]
  // What a proposal doesn't show as a field of an item.
  const apart = new Set(['id', 'kind', 'steps', 'cases'])
  const keys = new Set(schemas.flatMap(({ entries }) => Object.keys(entries)).filter((key) => !apart.has(key)))
  expect([...keys].filter((key) => !hasLabel(key))).toEqual([])
})

it('[A1] shows fields and values as the editors do', () => {
  expect(fieldLabel({ of: 'step', kind: 'send-request' }, 'query')).toBe('Params')
  expect(fieldLabel({ of: 'step', kind: 'sql' }, 'query')).toBe('Query')
  expect(fieldLabel({ of: 'step', kind: 'script' }, 'someNewField')).toBe('Some new field')
  expect(fieldText('grantType', 'AuthorizationCode')).toBe('Auth Code')
  expect(fieldText('followRedirects', 'false')).toBe('off')
  expect(fieldText('mapping', '{"column":"a","variable":"b","type":"number"}')).toBe('Column: a, Variable: b, Type: number')
  expect(fieldText('body', '{"a":true}')).toBe('{"a":true}')
})
