import { describe, expect, it } from 'vitest'
import { decodeParameter, joinUrl, splitUrl, completed } from './url-query.ts'

describe("a URL's own query", () => {
  it.each([
    'https://x.test/a?b=1&c=%20&flag#top',
    '${baseUrl}/orders?sku=${random.regex("a?b#c&d")}&n=2',
    '${baseUrl}',
    'https://x.test/#a?b',
    '',
  ])('[T3] splits and joins %s without a loss', (url) => {
    expect(joinUrl(splitUrl(url))).toBe(url)
  })

  it('[T6] references are kept whole', () => {
    expect(splitUrl('${base}/a?q=${pick(a&b)}&r').parameters).toEqual([
      { name: 'q', value: '${pick(a&b)}' },
      { name: 'r', value: '' },
    ])
  })

  it('[T3] decodes for the table, or says that it can not', () => {
    expect(decodeParameter({ name: 'q', value: 'a%20b+${x%20}' })).toEqual({ name: 'q', value: 'a b ${x%20}' })
    expect(decodeParameter({ name: 'q', value: '%E0%A4%A' })).toBeUndefined()
  })

  it.each([
    ['localhost:3000/orders?size=2', 'http://localhost:3000/orders?size=2'],
    ['127.0.0.1:${port}/orders', 'http://127.0.0.1:${port}/orders'],
    ['[::1]:3000', 'http://[::1]:3000'],
    [' api.example.com/v1', 'https://api.example.com/v1'],
    ['localhost.example.com', 'https://localhost.example.com'],
  ])('[T3] %s gets the scheme that is usual there', (typed, whole) => {
    expect(completed(typed)).toBe(whole)
  })

  it.each(['', 'http://localhost', '${baseUrl}/orders', '${host}:3000', '/orders', 'orders', 'localhost:${por', 'mailto:a@b.c'])(
    '[T3] %s stays as it is',
    (typed) => {
      expect(completed(typed)).toBe(typed)
    },
  )

  it.each([
    ['/orders?a=1', 'https://api.test/v1', '${baseUrl}/orders?a=1'],
    ['/orders', 'https://api.test/v1/', '${baseUrl}orders'],
    ['//cdn.test/a', 'https://api.test', '//cdn.test/a'],
    ['orders', 'https://api.test', 'orders'],
    ['{{baseUrl}}/orders/{{ id }}?x={{$guid}}', '', '${baseUrl}/orders/${id}?x={{$guid}}'],
    ['{{host}}:{{port}}/a', undefined, '${host}:${port}/a'],
  ])('[T3] %s with the API at %s is %s', (typed, base, whole) => {
    expect(completed(typed, base)).toBe(whole)
  })
})
