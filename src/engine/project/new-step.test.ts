import { describe, expect, it } from 'vitest'
import { stepKindIds } from '#engine/steps/facts.ts'
import { newStep } from './new-step.ts'
import { stepSchema } from './format/schema.ts'

const kinds = stepSchema.options.map((schema) => schema.entries.kind.literal)

describe('new step', () => {
  it('[T3] every kind can be added with the defaults of the format', () => {
    expect(kinds).toEqual(stepKindIds())
    for (const kind of kinds) {
      const step = newStep(kind, 'x', 'X', { connection: 'k1', dataSource: 'd1' })
      expect(step).toMatchObject({ id: 'x', kind, name: 'X', disabled: false })
    }
    expect(newStep('oauth2', 'x', 'X', { connection: '', dataSource: '' })).toMatchObject({
      grantType: 'ClientCredentials',
      variableName: 'access_token',
      variableScope: 'TestSuite',
      loginTimeout: 120,
    })
  })
})
