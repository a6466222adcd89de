import { describe, expect, it } from 'vitest'
import { charsetOf, decodeCharset, looksBinary } from '#engine/base/encoding/media-type.ts'
import { fileName, hexLine } from './media.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('looksBinary', () => {
  it('[R35] believes the bytes, not the name', () => {
    expect(looksBinary(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'application/json')).toBe(true)
    expect(looksBinary(bytes('{"name":"Ä"}'), 'application/octet-stream')).toBe(false)
    expect(
      looksBinary(
        Uint8Array.from({ length: 64 }, (_, i) => 128 + i),
        '',
      ),
    ).toBe(true)
    expect(looksBinary(new Uint8Array(), '')).toBe(false)
  })

  it('[R35] lets wrong bytes in a text stay text', () => {
    expect(looksBinary(Uint8Array.of(0x61, 0xff, 0x62), 'text/plain')).toBe(false)
    expect(looksBinary(Uint8Array.of(0xe4, 0xf6, 0xfc), 'text/plain; charset=iso-8859-1')).toBe(false)
  })

  it('[R9] reads UTF-16 by its mark', () => {
    const utf16 = Uint8Array.of(0xff, 0xfe, 0x61, 0)
    expect(looksBinary(utf16, 'text/plain')).toBe(false)
    expect(decodeCharset(utf16, 'text/plain')).toBe('utf-16le')
  })
})

it('[R35] finds the charset', () => {
  expect(charsetOf('text/html; charset="ISO-8859-1"')).toBe('iso-8859-1')
  expect(charsetOf('application/json')).toBe('utf-8')
})

it('[R11] names saved bodies harmlessly', () => {
  expect(fileName('Create order', 'application/json')).toBe('Create-order.json')
  expect(fileName('../../etc/passwd', 'text/html; charset=utf-8')).toBe('etc-passwd.html')
  expect(fileName('<script>', 'application/problem+json')).toBe('script.json')
  expect(fileName('', '')).toBe('response.bin')
})

it('[R35] shows bytes', () => {
  expect(hexLine(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 16)).toEqual({
    offset: '00000010',
    hex: `89 50 4e 47${' '.repeat(12)}  ${' '.repeat(23)}`,
    text: '.PNG',
  })
})
