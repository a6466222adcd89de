import { expect, it } from 'vitest'
import { createTextDocument } from './text-document.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('[R35] decodes across chunk borders and says when bytes were not valid', () => {
  const whole = bytes('{"name":"Ä€😀"}')
  const document = createTextDocument('utf-8')
  for (const byte of whole) document.append(Uint8Array.of(byte))
  expect(document.finish()).toEqual({ characters: 15, replaced: false })
  expect(document.text('raw')).toBe('{"name":"Ä€😀"}')

  const broken = createTextDocument('utf-8')
  broken.append(Uint8Array.of(0x61, 0xff))
  expect(broken.finish().replaced).toBe(true)
})

it('[R35] reads the charset that the answer names, an unknown one as UTF-8', () => {
  const latin = createTextDocument('iso-8859-1')
  latin.append(Uint8Array.of(0xe4))
  latin.finish()
  expect(latin.text('raw')).toBe('ä')
  const odd = createTextDocument('klingon')
  odd.append(bytes('ä'))
  odd.finish()
  expect(odd.text('raw')).toBe('ä')
})

it('[R10] pretty is there for JSON and markup', () => {
  const json = createTextDocument('utf-8')
  json.append(bytes('{"a":1}'))
  json.finish()
  expect(json.layout('pretty', 80)).toEqual({ rows: 3, lines: 3, form: 'json' })
  expect(json.rows('pretty', 1, 2)).toEqual([{ text: '  "a": 1', line: 2 }])
  const html = createTextDocument('utf-8')
  html.append(bytes('<html><body><h1>502</h1><p>[{</p></body></html>'))
  html.finish()
  expect(html.layout('pretty', 80)).toEqual({ rows: 6, lines: 6, form: 'markup' })
  expect(html.rows('pretty', 2, 3)).toEqual([{ text: '    <h1>502</h1>', line: 3 }])
  expect([0, 1, 2, 3, 4].map((row) => html.blockAt(row))).toEqual([
    { end: 5, close: '</html>' },
    { end: 4, close: '</body>' },
    undefined,
    undefined,
    undefined,
  ])
  expect(html.valueAt(2)).toBeUndefined()
  const text = createTextDocument('utf-8')
  text.append(bytes('hello'))
  text.finish()
  expect(text.layout('pretty', 80)).toBeUndefined()
})

it('[R10] lines of JSON are laid out each by itself, one that is broken as it came', () => {
  const made = (text: string) => {
    const document = createTextDocument('utf-8')
    document.append(bytes(text))
    document.finish()
    return document
  }
  const lines = made('{"a":1}\r\n{"a":\n\n[2]\n')
  expect(lines.layout('pretty', 80)).toMatchObject({ form: 'json-lines' })
  expect(lines.text('pretty')).toBe('{\n  "a": 1\n}\n{"a":\n\n[\n  2\n]\n')
  expect([lines.blockAt(0), lines.valueAt(1)]).toEqual([{ end: 2, close: '}' }, undefined])
  for (const none of ['{"a":\n1,}', '{"a":1}\nthen text', '{"a":1,\n"b":2', '1\n2', 'data: {}\n\ndata: {}'])
    expect(made(none).layout('pretty', 80)).toBeUndefined()
  const many = made(Array.from({ length: 100_000 }, (_, n) => `{"id":${n},"tags":["a"]}`).join('\n'))
  expect(many.layout('pretty', 80)).toMatchObject({ lines: 600_000, form: 'json-lines' })
  expect(many.find('pretty', '"id": 99999')).toEqual({ places: Uint32Array.from([599_995, 2]), more: false })
})

it('[R39] finds text as it is, in any case, with row and column', () => {
  const document = createTextDocument('utf-8')
  document.append(bytes('one (a+)+\nTwo (A+)+'))
  document.finish()
  document.layout('raw', 80)
  expect([...document.find('raw', '(a+)+').places]).toEqual([0, 4, 1, 4])
  expect([...document.find('raw', '').places]).toEqual([])
})

it('[R10] knows where an object or array ends, at any width', () => {
  const document = createTextDocument('utf-8')
  document.append(bytes('{"a":{"b":[1,{"c":"a long text with { and [ in it"}],"d":[]},"e":"{"}'))
  document.finish()
  document.layout('pretty', 20)
  const rows = document.rows('pretty', 0, 100)
  const blocks = rows.flatMap(({ text }, row) => {
    const found = document.blockAt(row)
    return found ? [`${text.trim()} ${found.close} ${rows[found.end]?.line}`] : []
  })
  expect(blocks).toEqual(['{ } 12', '"a": { }, 10', '"b": [ ], 8', '{ } 7'])
})
