import { describe, expect, it } from 'vitest'
import { apiOf } from './api.ts'
import { isSweeping } from './sweeping.ts'

const query = (required: boolean) => ({ name: 'query', in: 'query', required, schema: { type: 'string' } })
const bodyOf = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const body = (required: boolean) => ({ required, content: { 'application/json': { schema: { type: 'object' } } } })

/** Whether the only operation of a document is a sweeping one. */
function sweeps(method: string, path: string, more: object = {}): boolean {
  const api = apiOf(
    JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'Shop' },
      paths: {
        [path]: { [method.toLowerCase()]: { ...more, responses: {} } },
        '/users/{id}': { get: { responses: {} } },
      },
    }),
  )
  const [head] = api.operations
  const operation = head && api.operation(head.key)
  if (!operation) throw new Error('no operation')
  return isSweeping(operation, api)
}

describe('operations that delete all of something, or stop the server', () => {
  it.each([
    ['DELETE', '/users', {}],
    ['DELETE', '/__admin/mappings', {}],
    ['DELETE', '/messages', { requestBody: body(false), parameters: [query(false)] }],
    ['POST', '/__admin/shutdown', {}],
    ['POST', '/mappings/reset', {}],
    ['POST', '/__flush__', {}],
    ['POST', '/messages/delete-all', {}],
    ['POST', '/cleanup', { operationId: 'removeAllUsers' }],
    ['GET', '/server/restart', {}],
    ['POST', '/admin/maintenance', { requestBody: body(true) }],
    ['PATCH', '/users', { requestBody: body(true) }],
    [
      'PUT',
      '/users',
      { requestBody: bodyOf({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } }) },
    ],
    ['PUT', '/users/', { requestBody: bodyOf({ type: 'object', properties: { role: { type: 'string' } } }) }],
    ['POST', '/users/bulk_delete', {}],
  ])('%s %s', (method, path, more) => expect(sweeps(method, path, more)).toBe(true))

  it.each([
    ['DELETE', '/orders/{id}', {}],
    ['PUT', '/users', { requestBody: bodyOf({ type: 'object', properties: { userId: { type: 'integer' } } }) }],
    ['PUT', '/settings', { requestBody: body(true) }],
    ['PATCH', '/orders/{id}', { requestBody: body(true) }],
    ['PATCH', '/users/me', { requestBody: body(true) }],
    ['DELETE', '/orders/{id}/items', {}],
    ['DELETE', '/messages', { requestBody: body(true) }],
    ['DELETE', '/search', { parameters: [query(true)] }],
    ['DELETE', '/session', {}],
    ['DELETE', '/users/me', {}],
    ['POST', '/auth/password/reset', {}],
    ['POST', '/reset-password', {}],
    ['POST', '/vms/{id}/restart', {}],
    ['POST', '/orders', { operationId: 'createOrder' }],
    ['GET', '/admin/maintenance', {}],
    ['GET', '/all', { operationId: 'getAll' }],
    ['HEAD', '/reset', {}],
  ])('not %s %s', (method, path, more) => expect(sweeps(method, path, more)).toBe(false))
})
