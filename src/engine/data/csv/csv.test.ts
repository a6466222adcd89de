import * as fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { openedSource, readSource, testContext, utf16, utf8 } from '../testing/open.ts'
import { sized } from '../../../../e2e/fuzz-runs.ts'

const csv = async (text: string, more: object = {}) => {
  const { columns, all, dialect, warnings } = await readSource({ kind: 'csv', text, ...more })
  return { columns, cells: all.map(({ cells }) => cells), all, dialect, warnings }
}
const file = (bytes: Uint8Array, more: object = {}) =>
  readSource({ kind: 'csv', file: 'data/users.csv', ...more }, testContext({ files: { 'data/users.csv': bytes } }))

describe('CSV', () => {
  it('[R12] is read by RFC 4180: quotes, delimiters and line ends in cells, doubled quotes', async () => {
    const { columns, cells, all } = await csv(
      'id,name,note\r\n1,"Ann, the first","say ""hi"""\r\n2,"two\r\nlines",\r\n3,plain,end',
    )
    expect(columns).toEqual(['id', 'name', 'note'])
    expect(cells).toEqual([
      ['1', 'Ann, the first', 'say "hi"'],
      ['2', 'two\r\nlines', ''],
      ['3', 'plain', 'end'],
    ])
    expect(all.map(({ number, line }) => [number, line])).toEqual([
      [1, 2],
      [2, 3],
      [3, 5],
    ])
  })

  it('[R12] rows that are longer or shorter than the header are named by their line, and the others come', async () => {
    const { all } = await csv('id,name\n1,Ann\n2\n3,Cid,more\n4,Dan')
    expect(all.map(({ line, problem }) => [line, problem])).toEqual([
      [2, undefined],
      [3, 'has 1 cell, expected 2 columns'],
      [4, 'has 3 cells, expected 2 columns'],
      [5, undefined],
    ])
  })

  it.each([
    ['a,b\n1,2', ',', '"'],
    ['a;b\n1,5;2,5\n3,5;4,5', ';', '"'],
    ['a\tb\n1\t2', '\t', '"'],
    ['a|b\n1|2', '|', '"'],
    ["'a','b'\n'x, y','it''s'", ',', "'"],
    ['name\nAnn\nBob', ',', '"'],
    ['first name,note\n"Ann","a;b;c"\n"Bob","d;e;f"', ',', '"'],
  ])('[T4] delimiter and quote are found by looking: %j', async (text, delimiter, quote) => {
    expect((await csv(text)).dialect).toEqual({ delimiter, quote, header: true })
  })

  it.each([
    ['sep=;\r\nid;name\r\n1;a,b\r\n', ';'],
    ['sep=|\nid|name\n1|a,b', '|'],
    ['sep=\t\nid\tname\n1\ta,b', '\t'],
  ])("[T4] Excel's first line names the delimiter and is no row: %j", async (text, delimiter) => {
    const { dialect, columns, cells, all } = await csv(text)
    expect([dialect?.delimiter, columns, cells, all[0]?.line]).toEqual([delimiter, ['id', 'name'], [['1', 'a,b']], 3])
    const given = await csv(text, { delimiter })
    expect([given.columns, given.cells]).toEqual([columns, cells])
  })

  it('[T4] a column that is called as Excel writes is one', async () => {
    expect((await csv('sep=\n1')).columns).toEqual(['sep='])
  })

  it('[T4] what the source says of its dialect is not looked for', async () => {
    const { dialect, columns, cells } = await csv('1;a\n2;b', { delimiter: ';', header: false, quote: "'" })
    expect(dialect).toEqual({ delimiter: ';', quote: "'", header: false })
    expect([columns, cells]).toEqual([
      ['1', '2'],
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ])
    expect((await csv('1,2\n3,4', { header: true })).columns).toEqual(['1', '2'])
  })

  it('[T4] a text that starts with data has no header, which is reported', async () => {
    const { columns, cells, warnings } = await csv('1,Ann,ann@example.org\n2,Bob,bob@example.org')
    expect(columns).toEqual(['1', '2', '3'])
    expect(cells).toHaveLength(2)
    expect(warnings).toEqual(['line 1 looks like a row, not a header, so the columns are called "1", "2" …'])
  })

  it('[R12] double and missing names of columns, and a wrong delimiter, are named with their line', async () => {
    expect((await csv('\nid,,id\n1,2,3')).warnings).toEqual([
      'line 2: column 2 has no name and is called "2"',
      'line 2: duplicate column "id"',
    ])
    expect((await csv('id;name\n1;Ann', { delimiter: ',' })).warnings).toEqual([
      'line 1 contains no comma but a semicolon: check the delimiter',
    ])
  })

  it('[R12] skips blank lines; with one column they are empty cells, except at the end', async () => {
    expect((await csv('\n\na,b\n\n1,2\n  \n3,4\n\n')).cells).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect((await csv('a\n1\n\n3\n\n')).cells).toEqual([['1'], [''], ['3']])
  })

  it.each(['\n', '\r\n', '\r'])('[R12] lines end with %j', async (end) => {
    const { cells, all } = await csv(['a,b', '1,2', '"x","y"', ''].join(end))
    expect(cells).toEqual([
      ['1', '2'],
      ['x', 'y'],
    ])
    expect(all.map(({ line }) => line)).toEqual([2, 3])
  })

  it('[R12] CR LF and LF in one text', async () => {
    expect((await csv('a,b\r\n1,2\n3,4\r\n"5","6"\n')).cells).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  it.each([
    ['UTF-8', utf8('id,name\n1,Zoë'), 'utf-8'],
    ['UTF-8 with BOM', utf8('\uFEFFid,name\n1,Zoë'), 'utf-8'],
    ['UTF-16LE with BOM', utf16('id,name\n1,Zoë', 'le'), 'utf-16le'],
    ['UTF-16BE with BOM', utf16('id,name\n1,Zoë', 'be'), 'utf-16be'],
    ['UTF-16LE', utf16('id,name\n1,Zoë', 'le', false), 'utf-16le'],
    ['UTF-16BE', utf16('id,name\n1,Zoë', 'be', false), 'utf-16be'],
    ['Windows-1252', Uint8Array.from(utf8('id,name\n1,Zo?'), (byte) => (byte === 63 ? 0xeb : byte)), 'windows-1252'],
  ])('[R12] a file in %s', async (_, bytes, encoding) => {
    const { columns, all, dialect } = await file(bytes)
    expect(columns).toEqual(['id', 'name'])
    expect(all.map(({ cells }) => cells)).toEqual([['1', 'Zoë']])
    expect(dialect?.encoding).toBe(encoding)
  })

  it("[R12] a byte order mark isn't part of the first name", async () => {
    expect((await csv('\uFEFFid\n1')).columns).toEqual(['id'])
  })

  it('[R6] columns may have any name', async () => {
    expect((await csv('__proto__,constructor\n1,2')).columns).toEqual(['__proto__', 'constructor'])
  })

  it('[T4] nothing, only a header, or only blank lines', async () => {
    await expect(csv('')).rejects.toMatchObject({
      code: 'data-unusable',
      message: 'The data source "users" can\'t be read: it has neither text nor a file.',
    })
    expect(await csv('id,name')).toMatchObject({ columns: ['id', 'name'], cells: [] })
    expect(await csv('id,name\n\n\n')).toMatchObject({ columns: ['id', 'name'], cells: [] })
    expect((await file(utf8(''))).columns).toEqual([])
  })
})

describe('CSV that can not be read', () => {
  it.each([
    ['a quote that is never closed', 'a,b\n1,2\n"3,4\n5,6\n', "the quote on line 3 isn't closed"],
    ['a NUL', 'a,b\n1,2\n3,\0\n', "line 3 contains a NUL character, so it isn't text"],
  ])('[R12] %s is named with its line', async (_, text, why) => {
    await expect(csv(text)).rejects.toMatchObject({
      code: 'data-unusable',
      message: `The data source "users" can't be read: ${why}.`,
    })
  })

  it('[R12] text behind a closing quote is named with its line', async () => {
    const { all } = await csv('a,b\n"x"y",2\n3,4\n')
    expect(all).toMatchObject([
      { line: 2, problem: 'has text after a closing quote: write a quote inside a cell twice' },
      { line: 3 },
    ])
  })

  it('[R12] a file that is no UTF-8 further on is named with its line', async () => {
    const lines = utf8(`id\n${'1\n'.repeat(100_000)}`)
    const bytes = new Uint8Array([...lines, 0xff, 0xfe, 0x0a])
    await expect(file(bytes)).rejects.toMatchObject({
      message: expect.stringMatching(/it isn't valid UTF-8 from line \d+ on/),
      hint: 'Choose another encoding, or save the file as UTF-8.',
    })
  })

  it('[R12] one line of 50 MB is given up in time', async () => {
    const begun = process.cpuUsage()
    await expect(csv(`a,b\n"${'x'.repeat(50_000_000)}",2\n`)).rejects.toMatchObject({
      message: expect.stringContaining('the row starting on line 2 has more than 10000000 characters'),
    })
    expect(process.cpuUsage(begun).user).toBeLessThan(3_000_000)
  })

  it.each([
    [
      'orders.xlsx',
      [0x50, 0x4b, 3, 4, 20, 0],
      'orders.xlsx is a spreadsheet workbook (or another ZIP file), not text',
      'CSV UTF-8',
    ],
    ['orders.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'orders.xls is a spreadsheet workbook', 'CSV UTF-8'],
    ['orders.csv.gz', [0x1f, 0x8b, 8, 0], 'orders.csv.gz is compressed with gzip', 'gunzip'],
    ['orders.db', [...utf8('SQLite format 3\0')], 'orders.db is a SQLite database', 'Connections'],
  ])('[R12] %s is named as what it is', async (file, bytes, message, hint) => {
    await expect(
      openedSource({ kind: 'csv', file }, testContext({ files: { [file]: new Uint8Array(bytes) } })),
    ).rejects.toMatchObject({
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    })
  })

  it('[R8] a file that is not there, or leads out of the folder', async () => {
    await expect(openedSource({ kind: 'csv', file: 'none.csv' })).rejects.toMatchObject({ code: 'body-file-missing' })
    for (const path of ['../x.csv', '/etc/passwd', 'a\\b.csv', 'c:/x'])
      await expect(openedSource({ kind: 'csv', file: path })).rejects.toMatchObject({ code: 'data-unusable' })
  })
})

describe('CSV of any size', () => {
  it('[R12] is read the same wherever its parts end', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', 'ü', ' ', '😀'), maxLength: 8 })
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), async (rows, newline) => {
        const text = Papa.unparse([['x', 'y', 'z'], ...rows], { newline, quotes: true })
        const context = testContext({ files: { 'a.csv': utf8(text) } })
        const { files } = context
        const dribbled = {
          ...context,
          files: {
            ...files,
            async open(path: string) {
              const bytes = new Uint8Array((await (await files.blob(path))?.arrayBuffer()) ?? [])
              return (async function* () {
                for (const byte of bytes) yield Uint8Array.of(byte)
              })()
            },
          },
        }
        const whole = await readSource({ kind: 'csv', text, delimiter: ',' })
        const split = await readSource({ kind: 'csv', file: 'a.csv', delimiter: ',' }, dribbled)
        expect(whole.all.map(({ cells }) => cells)).toEqual(rows)
        expect(split.all).toEqual(whole.all)
      }),
      { numRuns: 60 },
    )
  })

  it('[R12] a million rows (a sixth of them outside of the whole run) are streamed, with the right lines', async () => {
    const all = sized(1_000_000, 160_000)
    const text = `id,name\n${Array.from({ length: all }, (_, n) => `${n},name ${n}`).join('\n')}\n`
    const source = await openedSource({ kind: 'csv', text })
    let rows = 0
    let most = 0
    for await (const some of source.rows(testContext())) {
      most = Math.max(most, some.length)
      const last = some.at(-1)
      if (last) expect(last.line).toBe(last.number + 1)
      rows += some.length
    }
    expect(rows).toBe(all)
    expect(most).toBeLessThan(50_000)
  })
})
