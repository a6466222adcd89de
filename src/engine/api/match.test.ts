import { expect, it } from 'vitest'
import { readApi } from './api.ts'
import { matchOperation } from './match.ts'

const api = (paths: readonly string[], servers = ['https://api.test/v1'], more: Record<string, unknown> = {}) =>
  readApi({
    openapi: '3.1.0',
    servers: servers.map((url) => ({ url })),
    paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path }, ...more }])),
  })

const found = (of: ReturnType<typeof api>, url: string, method = 'GET') => matchOperation(of, { method, url })?.key

it.each([
  ['https://api.test/v1/orders', '/orders'],
  ['https://api.test/v1/orders?size=5', '/orders'],
  ['https://api.test/v1/orders/7', '/orders/{id}'],
  ['https://api.test/v1/orders/mine', '/orders/mine'],
  ['https://api.test/v1/orders/a%2Fb', '/orders/{id}'],
  ['https://api.test/v1/orders/7/', '/orders/{id}'],
  ['https://api.test/v1/orders/7/items/8.json', '/orders/{id}/items/{item}.json'],
  ['https://api.test/v1/orders/7/items/8.xml', undefined],
  ['https://api.test/v1/compare/a...b', '/compare/{base}...{head}'],
  ['https://api.test/v1/compare/ab', undefined],
  ['https://api.test/v1/files/a/b/c.txt', '/files/{path}'],
  ['http://127.0.0.1:4010/orders/7', '/orders/{id}'],
  ['https://gateway.test/stage/v2/orders/7', '/orders/{id}'],
  ['https://api.test/v1/nothing', undefined],
  ['not an address', undefined],
])('%s asks for %s', (url, key) => {
  const paths = ['/orders/{id}', '/orders', '/orders/mine', '/orders/{id}/items/{item}.json']
  expect(found(api([...paths, '/compare/{base}...{head}', '/files/{path}']), url)).toBe(key)
})

it('asks for the method, in any case of letters', () => {
  expect(found(api(['/a']), 'https://api.test/v1/a', 'DELETE')).toBeUndefined()
  expect(found(api(['/a']), 'https://api.test/v1/a', 'get')).toBe('/a')
})

it('knows base paths of relative servers, of operations, and of Swagger 2.0', () => {
  expect(found(api(['/a'], ['/api/v3']), 'http://x.test/api/v3/a')).toBe('/a')
  expect(found(api(['/{all}'], ['/api/v3']), 'http://x.test/api/v3/a')).toBe('/{all}')
  expect(found(api(['/{all}'], ['/api/v3']), 'http://x.test/other/deep/a')).toBeUndefined()
  const own = { servers: [{ url: 'https://uploads.test/u' }] }
  expect(found(api(['/{all}'], ['/api'], own), 'https://uploads.test/u/x')).toBe('/{all}')
  const swagger = readApi({
    swagger: '2.0',
    host: 'x.test',
    basePath: '/b/',
    paths: { '/{id}': { get: { operationId: 'one' } } },
  })
  expect(found(swagger, 'https://x.test/b/7')).toBe('one')
})

it('tells paths apart that differ in a query or a fragment', () => {
  const both = api(['/a?kind=x', '/a', '/b#one'])
  expect(found(both, 'https://api.test/v1/a?kind=x')).toBe('/a?kind=x')
  expect(found(both, 'https://api.test/v1/a?kind=y')).toBe('/a')
  expect(found(both, 'https://api.test/v1/b')).toBe('/b#one')
})

it('[R39] takes no longer for a path that could be read in many ways', () => {
  const many = api([`/${Array.from({ length: 30 }, (_, n) => `{p${n}}`).join('-')}`])
  const started = process.cpuUsage()
  expect(found(many, `https://api.test/v1/${'a'.repeat(20_000)}`)).toBeUndefined()
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
})
