import { expect, it } from 'vitest'
import { readTemplate } from '#engine/templates/parse.ts'
import { dynamicNames, dynamicVariable } from './dynamic-variables.ts'

it('every dynamic variable becomes a function that there is', () => {
  expect(dynamicNames.length).toBeGreaterThan(80)
  for (const name of dynamicNames) {
    const template = dynamicVariable(`$${name}`) ?? ''
    expect([name, readTemplate(template).problems]).toEqual([name, []])
    expect([name, readTemplate(template).parts.length]).toEqual([name, 1])
  }
  expect(dynamicVariable('$GUID')).toBe('${uuid}')
  expect(dynamicVariable('$constructor')).toBeUndefined()
})
