import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sendRequestSchema } from '#engine/steps/send-request/schema.ts'
import { jsonProblem } from '../../../components/fields/json-problem.ts'
import { bodyTypes, changeBody, chooseBody, formatJson } from './bodies.ts'

describe('request bodies', () => {
  it('[T3] changing the type keeps text and fields, and always fits the file format', () => {
    for (const from of bodyTypes)
      for (const to of bodyTypes) {
        const body = changeBody(changeBody({ type: 'json', text: '{}' }, from.value), to.value)
        expect(v.safeParse(sendRequestSchema, { id: 'r', kind: 'send-request', name: 'r', url: '', body }).success).toBe(true)
      }
    expect(changeBody({ type: 'json', text: '{"a":1}' }, 'text')).toMatchObject({ text: '{"a":1}' })
    expect(changeBody({ type: 'form', fields: [{ name: 'a', value: 'b', disabled: false }] }, 'multipart')).toMatchObject({
      parts: [{ name: 'a', value: 'b' }],
    })
  })

  it('[T6] references count as values in JSON, inside and outside strings', () => {
    expect(jsonProblem('{"a": ${count}, "b": "${name}", ${key}: 1}')).toBeDefined()
    expect(jsonProblem('{"a": ${count}, "b": "x ${random.pick(\'a\')} \\" ${name}"}')).toBeUndefined()
    expect(jsonProblem('{"a": }')).toBeDefined()
    expect(jsonProblem('')).toBe('it is empty')
  })

  it('[T3] a GET that gets a body becomes a POST; a method that was chosen stays', () => {
    const methodAfter = (method: string, ...types: Parameters<typeof chooseBody>[1][]) => {
      const request = v.parse(sendRequestSchema, { id: 'r', kind: 'send-request', name: 'R', method, url: '' })
      for (const type of types) chooseBody(request, type)
      expect(request.body.type).toBe(types.at(-1))
      return request.method
    }
    expect([methodAfter('GET', 'graphql'), methodAfter('PUT', 'json'), methodAfter('GET', 'none')]).toEqual([
      'POST',
      'PUT',
      'GET',
    ])
    expect(methodAfter('GET', 'json', 'none')).toBe('POST')
  })

  it('[R10] formatting keeps references and the literals of numbers', () => {
    expect(formatJson('{"a":${n},"b":[1e400,12345678901234567890],"c":{},"d":"x,{y"}')).toBe(
      '{\n  "a": ${n},\n  "b": [\n    1e400,\n    12345678901234567890\n  ],\n  "c": {},\n  "d": "x,{y"\n}',
    )
    expect(formatJson('{')).toBeUndefined()
  })

  it('[T3] formatting changes no value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const formatted = formatJson(text.replaceAll('$', ''))
        expect(formatted === undefined ? undefined : JSON.parse(formatted)).toEqual(JSON.parse(text.replaceAll('$', '')))
      }),
    )
  })
})
