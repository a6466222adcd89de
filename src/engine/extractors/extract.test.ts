import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { WholeAnswer } from '#engine/checks/whole-answer.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import { responseOf, type Answer } from '#engine/ports/testing/index.ts'
import { extract } from './index.ts'
import { describeSource, type Source } from './source.ts'

const from = (response: HttpResponse, variables: Record<string, unknown> = {}) => ({
  response: () => response,
  rows: () => undefined,
  answer: () => new WholeAnswer(async () => ({ holds: true }), { request: { method: 'GET', url: '' }, apis: [] }),
  variable: async (name: string) => variables[name],
})

const take = (source: Source, answer: Answer, variables?: Record<string, unknown>) =>
  Promise.resolve().then(() => extract(source, from(responseOf(answer), variables)))

const order = {
  id: 7,
  state: 'open',
  items: [
    { sku: 'a', n: 1 },
    { sku: 'b', n: 2 },
  ],
  none: null,
}

describe('sources', () => {
  it.each<[Source, Answer, unknown]>([
    [{ source: 'status' }, { status: 201 }, 201],
    [{ source: 'header', name: 'Content-Type' }, { json: {} }, 'application/json'],
    [
      { source: 'header', name: 'vary' },
      {
        headers: [
          ['Vary', 'a'],
          ['vary', 'b'],
        ],
      },
      'a, b',
    ],
    [{ source: 'header', name: 'x-absent' }, {}, undefined],
    [
      { source: 'cookie', name: 'sid' },
      {
        headers: [
          ['Set-Cookie', 'a=1; Path=/'],
          ['set-cookie', 'sid="x y"; HttpOnly'],
        ],
      },
      'x y',
    ],
    [{ source: 'cookie', name: 'no' }, { headers: [['Set-Cookie', 'a=1']] }, undefined],
    [{ source: 'json', path: '$.state' }, { json: order }, 'open'],
    [{ source: 'json', path: '$.none' }, { json: order }, null],
    [{ source: 'json', path: '$.missing.deep' }, { json: order }, undefined],
    [{ source: 'json', path: '$.items[1].sku' }, { json: order }, 'b'],
    [{ source: 'json', path: '$.items[9]' }, { json: order }, undefined],
    [{ source: 'json', path: '$..sku' }, { json: order }, ['a', 'b']],
    [{ source: 'json', path: '$.items[?@.n > 1].sku' }, { json: order }, 'b'],
    [{ source: 'json', path: '$' }, { json: [1] }, [1]],
    [{ source: 'json', path: '$.a' }, { body: '' }, undefined],
    [{ source: 'json', path: '$.__proto__' }, { json: {} }, undefined],
    [{ source: 'json', path: '$.constructor' }, { json: {} }, undefined],
    [{ source: 'json', path: '$.__proto__' }, { body: '{"__proto__": 5}' }, 5],
    [{ source: 'text' }, { body: 'plain' }, 'plain'],
    [{ source: 'size' }, { body: 'ä' }, 2],
    [{ source: 'duration' }, { timing: { firstByte: 1, total: 33.6 } }, 34],
    [{ source: 'body' }, { body: '{"a":1}' }, { a: 1 }],
    [{ source: 'body' }, { body: 'null' }, null],
    [{ source: 'body' }, { body: '<p>' }, '<p>'],
    [{ source: 'variable', name: 'token' }, {}, 5],
    [{ source: 'variable', name: 'other' }, {}, undefined],
  ])('[T3] %j', async (source, answer, expected) => {
    expect(await take(source, answer, { token: 5 })).toEqual(expected)
  })

  it('names a source for people', () => {
    expect(describeSource({ source: 'json', path: '$.state' })).toBe('json $.state')
    expect(describeSource({ source: 'cell', row: 0, column: 'name' })).toBe('cell name in row 0 (counting from 0)')
    expect(describeSource({ source: 'status' })).toBe('status')
  })

  it.each<Source>([{ source: 'header' }, { source: 'json' }, { source: 'cookie', name: '' }, { source: 'json', path: 'id' }])(
    '%j lacks what it needs: an error of the expression',
    async (source) => {
      await expect(take(source, { json: {} })).rejects.toMatchObject({ code: 'bad-expression' })
    },
  )

  it('a body that is not JSON is named with its type and beginning', async () => {
    const answer: Answer = { body: '\n<html><body>Bad Gateway', headers: [['content-type', 'text/html; charset=utf-8']] }
    await expect(take({ source: 'json', path: '$.id' }, answer)).rejects.toMatchObject({
      code: 'nothing-found',
      message: 'the body isn\'t JSON (text/html): it starts with "<html><body>Bad Gateway"',
    })
  })

  it('rows are read as JSON, an object each', () => {
    const rows = {
      columns: ['id', 'state'],
      rows: [
        [1, 'open'],
        [2, null],
      ],
    }
    const table = { ...from(responseOf({})), rows: () => rows }
    expect(extract({ source: 'json', path: '$[1]' }, table)).toEqual({ id: 2, state: null })
  })

  it('a response is decoded and parsed once', async () => {
    const response = responseOf({ json: order })
    const first = await extract({ source: 'json', path: '$.items' }, from(response))
    expect(await extract({ source: 'json', path: '$.items' }, from(response))).toBe(first)
  })
})

describe('numbers of responses', () => {
  it.each(['9007199254740993', '1e400', '-0', '-1.5e-400', '0.12345678901234567890', '123456789012345678'])(
    '[R10] %s keeps its literal',
    async (literal) => {
      const value = await take({ source: 'json', path: '$.n' }, { body: `{"n": ${literal}}` })
      expect(value).toBeInstanceOf(LosslessNumber)
      expect((value as LosslessNumber).value).toBe(literal)
    },
  )

  it.each(['5', '-5.25', '1e3', '0.1', '1234567890123456', '0', '1.0000000000000002'])(
    '[R10] %s is an ordinary number',
    async (literal) => {
      expect(await take({ source: 'json', path: '$[0]' }, { body: `[${literal}, 9007199254740993]` })).toBe(Number(literal))
    },
  )

  it('[R10] of duplicate keys the last one counts, in both parsers', async () => {
    expect(await take({ source: 'json', path: '$.a' }, { body: '{"a": 1, "a": 2}' })).toBe(2)
    expect(await take({ source: 'json', path: '$.a' }, { body: '{"a": 1, "a": 2, "n": 1e400}' })).toBe(2)
  })

  it('[R6] what every object inherits is not in a document', async () => {
    for (const path of ['$.constructor', '$.__proto__', '$.toString', "$['constructor']"])
      expect(await take({ source: 'json', path }, { body: '{}' })).toBeUndefined()
  })

  it('[R6] __proto__ is plain data, in both parsers', async () => {
    for (const more of ['', ', "n": 1e400']) {
      const value = await take({ source: 'body' }, { body: `{"__proto__": {"polluted": 1}${more}}` })
      expect(Object.hasOwn(value as object, '__proto__')).toBe(true)
      expect((value as { polluted?: number }).polluted).toBeUndefined()
    }
  })
})

describe('bodies', () => {
  it.each(['json', 'text', 'size', 'body'] as const)('[R32] %s of a cut body is neither right nor wrong', async (source) => {
    await expect(take({ source, path: '$.a' }, { body: '{"a":1}', cut: 'size' })).rejects.toMatchObject({
      code: 'http-body-cut',
      message: expect.stringContaining('body truncated at 7 bytes') as string,
    })
  })

  it('[R32] status and headers of a cut body can be checked', async () => {
    expect(await take({ source: 'status' }, { status: 200, cut: 'size' })).toBe(200)
  })

  it('[R35] the charset that the response names is used', async () => {
    const latin = { body: Uint8Array.of(0xe4), headers: [['content-type', 'text/plain; charset=ISO-8859-1']] } satisfies Answer
    expect(await take({ source: 'text' }, latin)).toBe('ä')
    const windows = { body: Uint8Array.of(0x80, 0x93, 0x81), headers: [['content-type', 'text/plain; charset="windows-1252"']] }
    expect(await take({ source: 'text' }, windows as Answer)).toBe('€“\u0081')
    const utf16 = { body: Uint8Array.of(0xff, 0xfe, 0x5b, 0, 0x31, 0, 0x5d, 0) }
    expect(await take({ source: 'json', path: '$[0]' }, utf16)).toBe(1)
    const bom = { body: Uint8Array.of(0xef, 0xbb, 0xbf, 0x35) }
    expect(await take({ source: 'json', path: '$' }, bom)).toBe(5)
  })

  it('[R35] an unknown charset is read as UTF-8; invalid bytes are marked in text and refused in JSON', async () => {
    const unknown = { body: 'ä', headers: [['content-type', 'text/plain; charset=x-none']] } satisfies Answer
    expect(await take({ source: 'text' }, unknown)).toBe('ä')
    const invalid = { body: Uint8Array.of(0x22, 0xff, 0x22) }
    expect(await take({ source: 'text' }, invalid)).toBe('"\uFFFD"')
    await expect(take({ source: 'json', path: '$' }, { body: Uint8Array.of(0x22, 0xff, 0x22) })).rejects.toMatchObject({
      code: 'nothing-found',
      message: expect.stringContaining('it contains invalid UTF-8') as string,
    })
  })

  it('[R7] JSON nested 100,000 deep is rejected, without a stack overflow', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    await expect(take({ source: 'json', path: '$' }, { body: deep })).rejects.toMatchObject({
      message: expect.stringContaining('nested more than 512 levels deep') as string,
    })
    expect(await take({ source: 'json', path: '$' }, { body: JSON.stringify('['.repeat(2_000)) })).toBe('['.repeat(2_000))
  })
})
