import { expect, it } from 'vitest'
import { readApi } from './api.ts'
import { differenceOf } from './difference.ts'

const response = (ref: string) => ({ 200: { description: 'ok', content: { 'application/json': { schema: { $ref: ref } } } } })
const document = {
  openapi: '3.1.0',
  paths: {
    '/a': { get: { operationId: 'a', responses: response('#/components/schemas/A') } },
    '/b': { get: { operationId: 'b', responses: response('#/components/schemas/B') }, post: { responses: { 201: {} } } },
  },
  components: {
    schemas: {
      A: {
        type: 'object',
        properties: { deep: { $ref: '#/components/schemas/Deep' }, again: { $ref: '#/components/schemas/A' } },
      },
      B: { type: 'string' },
      Deep: { type: 'string', description: 'one' },
    },
  },
}

const changed = (change: (copy: typeof document) => void) => {
  const copy = structuredClone(document)
  change(copy)
  const { added, removed, changed: all } = differenceOf(readApi(document), readApi(copy))
  return {
    added: added.map(({ key }) => key),
    removed: removed.map(({ key }) => key),
    changed: all.map(({ head, parts }) => `${head.key}: ${parts.join()}`),
  }
}

it('says which operations are new, gone and changed, also by a schema far below them', () => {
  expect(changed(() => undefined)).toEqual({ added: [], removed: [], changed: [] })
  expect(
    changed((copy) => {
      Object.assign(copy.components.schemas.Deep, { type: 'integer' })
      Object.assign(copy.paths, { '/c': { get: { operationId: 'c', responses: {} } } })
      Reflect.deleteProperty(copy.paths['/b'], 'post')
    }),
  ).toEqual({ added: ['c'], removed: ['POST /b'], changed: ['a: response 200'] })
})

it('takes what only people read for no change', () => {
  expect(
    changed((copy) => {
      copy.components.schemas.Deep.description = 'two'
      Object.assign(copy.paths['/a'].get, { summary: 'A' })
    }).changed,
  ).toEqual([])
})

it('names the parts', () => {
  expect(
    changed((copy) => {
      Object.assign(copy.paths['/b'].post, {
        parameters: [{ name: 'q', in: 'query' }],
        requestBody: { content: { 'application/json': {} } },
        responses: { 202: {} },
        security: [{ key: [] }],
        deprecated: true,
      })
    }).changed,
  ).toEqual(['POST /b: parameters,request body,response 201,security,deprecated,response 202'])
})
