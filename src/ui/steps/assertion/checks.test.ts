import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { predicateNames } from '#engine/checks/facts.ts'
import { sourceNames } from '#engine/extractors/facts.ts'
import { checkSchema, type Check } from '#engine/steps/assertion/schema.ts'
import { changeSource } from '../values/sources.ts'
import { changePredicate, newCheck } from './checks.ts'

describe('editing checks', () => {
  it('[T3] any change of predicate and source leaves a check that the file format accepts', () => {
    const check: Check = newCheck([])
    for (const source of sourceNames)
      for (const predicate of predicateNames) {
        changeSource(check, source)
        changePredicate(check, predicate)
        expect(v.safeParse(checkSchema, structuredClone(check)).success, `${source} ${predicate}`).toBe(true)
      }
  })

  it('[T9] under a token step, a new check reads the variable of the step', () => {
    expect(newCheck([], 'access_token')).toEqual({ source: 'variable', name: 'access_token', not: false, is: 'exists' })
  })

  it('[T3] the expected value survives where it still makes sense', () => {
    const check: Check = { source: 'status', not: false, is: 'equals', value: 201 }
    changePredicate(check, 'at-least')
    expect(check.value).toBe(201)
    changePredicate(check, 'one-of')
    expect(check.value).toEqual([201])
    changePredicate(check, 'between')
    expect(check.value).toEqual([201, 201])
    changePredicate(check, 'exists')
    expect('value' in check).toBe(false)
  })

  it('[T3] a source keeps only its own keys', () => {
    const check: Check = { source: 'json', path: '$.id', not: false, is: 'exists' }
    changeSource(check, 'header')
    expect(check).toEqual({ source: 'header', name: '', not: false, is: 'exists' })
  })
})
