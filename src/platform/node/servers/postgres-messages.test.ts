import { describe, expect, it } from 'vitest'
import { PostgresMessages } from './postgres-messages.ts'

const message = (code: string, body: string, length = body.length + 4): Buffer => {
  const head = Buffer.alloc(5)
  head.write(code, 'latin1')
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

/** A row, whose values have the lengths that are said of them. */
const rowOf = (count: number, ...values: [length: number, text: string][]): Buffer => {
  const parts = values.map(([length, text]) => {
    const said = Buffer.alloc(4)
    said.writeInt32BE(length)
    return `${said.toString('latin1')}${text}`
  })
  return message('D', `${String.fromCharCode(count >> 8, count & 255)}${parts.join('')}`)
}
const row = rowOf(3, [3, 'abc'], [-1, ''], [0, ''])
const error = message('E', 'SERROR\0MIt failed\0\0')

describe('[R45] what a PostgreSQL server says is looked at before it is read', () => {
  it.each([1, 2, 3, 7, 1000])('passes all of it on, whatever its parts are: of %i bytes', (size) => {
    const all = Buffer.concat([row, error, message('Z', 'I'), error, row, rowOf(0), row, rowOf(1, [300, 'x'.repeat(300)])])
    const messages = new PostgresMessages()
    const passed: Buffer[] = []
    for (let at = 0; at < all.length; at += size) passed.push(messages.pass(all.subarray(at, at + size)))
    expect(Buffer.concat(passed)).toEqual(all)
  })

  it('passes a large message on as it comes, and an error when it is whole', () => {
    const messages = new PostgresMessages()
    expect(messages.pass(row.subarray(0, 6))).toEqual(row.subarray(0, 6))
    expect(messages.pass(Buffer.concat([row.subarray(6), error.subarray(0, 10)]))).toEqual(row.subarray(6))
    expect(messages.pass(error.subarray(10))).toEqual(error)
  })

  it.each([
    ['a length that is none', message('T', '', 3)],
    ['a row that goes back in itself', rowOf(32_766, [1000, 'x'.repeat(1000)], [-1008, ''])],
    ['a row whose values are those of the next message', Buffer.concat([rowOf(3, [1, 'x']), message('S', '\xff\xff\xff\x00')])],
    ['a value that is longer than its row', rowOf(1, [2000, 'x'])],
    ['a row of 4 GB', message('D', '', 2 ** 32 - 1)],
    ['an error of 100 MB', message('E', 'S', 100_000_000)],
    ['an error without an end', message('E', 'SERROR\0M')],
    ['a notice whose text has no end', message('N', 'SERROR')],
    ['an error whose end is that of the next message', Buffer.concat([message('E', 'SERROR\0'), error])],
  ])('refuses %s', (_what, data) => {
    expect(() => new PostgresMessages().pass(data)).toThrow('The server broke the protocol')
  })
})
