import { describe, expect, it } from 'vitest'
import { apiOf } from './api.ts'
import { parseApi } from './document.ts'

const parse = async (text: string | Uint8Array) => {
  const read = await parseApi(text, 'api.yaml')
  return read.ok ? read.value : read.error.message
}

describe('reading a description', () => {
  it('takes JSON and YAML of every version, in UTF-8 and UTF-16', async () => {
    const yaml = 'openapi: 3.1.0\ninfo: { title: "Ä" }\npaths: {}\n'
    expect(await parse(yaml)).toMatchObject({
      text: '{"openapi":"3.1.0","info":{"title":"Ä"},"paths":{}}',
      title: 'Ä',
      format: 'OpenAPI 3.1.0',
    })
    expect(await parse('{"swagger":"2.0","info":{}}')).toMatchObject({ format: 'Swagger 2.0', title: 'Untitled API' })
    expect(await parse('swagger: 2.0')).toMatchObject({ format: 'Swagger 2.0' })
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...yaml].flatMap((one) => [one.charCodeAt(0), 0])])
    expect(await parse(utf16)).toMatchObject({ title: 'Ä' })
    expect(await parse(`\uFEFF${yaml}`)).toMatchObject({ title: 'Ä' })
  })

  it('says what is wrong, and where', async () => {
    expect(await parse('')).toBe('"api.yaml" is empty.')
    expect(await parse('<!doctype html><title>x</title>')).toContain('it is a web page')
    expect(await parse('openapi: 4.0.0')).toContain('its version is "4.0.0"')
    expect(await parse('swagger: "1.2"')).toContain('its version is "1.2"')
    expect(await parse('- 1\n- 2')).toContain('no version in "openapi" or "swagger"')
    expect(await parse('openapi: 3.1.0\npaths:\n  /a: [1\n  /b: {}')).toMatch(/can't be read: line [34]: /)
    expect(await parse('{"openapi":"3.1.0",\n"paths":{"a":1,}x}')).toMatch(/can't be read: line 2: /)
    expect(await parse(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0xc0]))).toContain("isn't UTF-8")
    expect(await parse(new Uint8Array(30_000_001))).toContain('The limit for API definitions is 30.0 MB')
  })

  it('[R7] refuses a YAML bomb, a circle of aliases and deep nesting at once', async () => {
    const lines = ['a: &a ["x","x","x","x","x","x","x","x","x"]']
    for (let n = 1; n < 12; n++) {
      const before = 'abcdefghijkl'.charAt(n - 1)
      lines.push(`${'abcdefghijkl'.charAt(n)}: &${'abcdefghijkl'.charAt(n)} [${Array(9).fill(`*${before}`).join(',')}]`)
    }
    const started = process.cpuUsage()
    expect(await parse(`openapi: 3.1.0\n${lines.join('\n')}`)).toContain('expand to more than 5,000,000 values')
    expect(await parse('openapi: 3.1.0\nx: &x { y: *x }')).toContain('a circular alias')
    expect(await parse(`openapi: 3.1.0\nx: ${'['.repeat(100_000)}`)).toContain("can't be read")
    expect(await parse(`{"openapi":"3.1.0","x":${'['.repeat(100_000)}`)).toContain('512 levels')
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  })

  it('[R6] keeps __proto__ plain data', async () => {
    const read = await parse('{"openapi":"3.1.0","paths":{"__proto__":{"get":{"operationId":"p"}}}}')
    const api = apiOf(typeof read === 'string' ? '{}' : read.text)
    expect(api.operations.map(({ key }) => key)).toEqual(['p'])
    expect(Reflect.get({}, 'get')).toBeUndefined()
    const yaml = await parse('openapi: 3.1.0\npaths:\n  __proto__:\n    polluted: 1\n')
    expect(typeof yaml).toBe('object')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('names references to other documents and to nothing, and fetches neither', () => {
    const api = apiOf(
      JSON.stringify({
        openapi: '3.1.0',
        paths: {
          '/a': { $ref: 'paths.yaml#/a' },
          '/b': {
            get: { parameters: [{ $ref: '#/components/parameters/gone' }], responses: { 200: { $ref: 'https://x.test/r' } } },
          },
          '/c': { $ref: '#/paths/~1c' },
        },
      }),
    )
    expect(api.loose()).toEqual({
      remote: expect.arrayContaining(['paths.yaml#/a', 'https://x.test/r']),
      missing: ['#/components/parameters/gone'],
    })
    expect(api.operation('GET /b')?.parameters).toEqual([])
    expect(api.operations).toHaveLength(1)
  })
})
