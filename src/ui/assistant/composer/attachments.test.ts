import { describe, expect, it } from 'vitest'
import { attachmentOf, readAttachments } from './attachments.ts'

describe('what is pasted or dropped into a message', () => {
  it.each([
    ['id,name\n1,Ada\n2,Grace\n', 'csv'],
    ['id;name\n1;Ada\n2;Grace', 'csv'],
    ['openapi: 3.1.0\ninfo:\n  title: Pets', 'yaml'],
    [JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get: {} } } }), 'json'],
  ])('takes %j as a file', (text, ending) => {
    expect(attachmentOf(text)).toEqual({ name: `pasted.${ending}`, text })
  })

  it.each(['Create an order, then delete it', '{"name": "Ada"}', 'first, second\nthird', 'a\nb\nc', '{ not JSON '.repeat(20)])(
    'leaves %j in the message',
    (text) => {
      expect(attachmentOf(text)).toBeUndefined()
    },
  )

  it("reads texts, and names files that aren't text or are too large", async () => {
    const { read, problems } = await readAttachments([
      new File(['a,b\n1,2'], 'rows.csv'),
      new File([new Uint8Array([0xff, 0xfe, 0x00, 0xd8])], 'picture.png'),
      new File([new Uint8Array(5_000_001)], 'large.json'),
    ])
    expect(read).toEqual([{ name: 'rows.csv', text: 'a,b\n1,2' }])
    expect(problems).toEqual(["picture.png isn't a text file.", expect.stringContaining('large.json is larger than')])
  })
})
