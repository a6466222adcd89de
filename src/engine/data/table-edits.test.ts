import { describe, expect, it } from 'vitest'
import {
  addColumn,
  oddityOf,
  pasteInto,
  readPasted,
  removeColumn,
  removeRows,
  setCells,
  type TableContent,
} from './table-edits.ts'

const table = (): TableContent => ({
  columns: ['id', 'name'],
  rows: [
    ['1', 'Ann'],
    ['2', 'Bob'],
  ],
})

describe('edits of a table', () => {
  it('[T4] cells are written from a place on; rows and columns that lack are added', () => {
    const edited = table()
    setCells(edited, { row: 1, column: 1 }, [['Bea', 'x'], ['Cid']])
    expect(edited).toEqual({
      columns: ['id', 'name', 'column3'],
      rows: [
        ['1', 'Ann', ''],
        ['2', 'Bea', 'x'],
        ['', 'Cid', ''],
      ],
    })
  })

  it('[T4] rows and columns come and go', () => {
    const edited = table()
    addColumn(edited)
    removeColumn(edited, 0)
    removeRows(edited, 0, 0)
    expect(edited).toEqual({ columns: ['name', 'column3'], rows: [['Bob', '']] })
  })
})

describe('what is pasted', () => {
  it.each([
    [
      'id\tname\r\n1\tAnn\r\n',
      [
        ['id', 'name'],
        ['1', 'Ann'],
      ],
      true,
    ],
    ['1\t"two\nlines"', [['1', 'two\nlines']], false],
    [
      'id;name\n1;Ann',
      [
        ['id', 'name'],
        ['1', 'Ann'],
      ],
      true,
    ],
    [
      'sep=;\r\nid;name\r\n1;a,b',
      [
        ['id', 'name'],
        ['1', 'a,b'],
      ],
      true,
    ],
    ['a, b and c', [['a, b and c']], false],
    ['one\ntwo', [['one'], ['two']], true],
  ])('[T4] of %j', async (text, cells, header) => {
    expect(await readPasted(text)).toEqual({ cells, header })
  })

  it.each([
    ['sku,quantity\nA-1\nB,2', 'row 2 has 1 cell, expected 2 columns'],
    ['sku,quantity\nA-1,1\nB,2,3\n', 'row 3 has 3 cells, expected 2 columns'],
    ['a,b,a\n1,2,3', 'line 1: duplicate column "a"'],
    ['sku,quantity\n\nA-1,1\n', undefined],
  ])('[T4] what is odd about pasted rows is named: %j', async (text, told) => {
    expect(oddityOf(await readPasted(text))).toBe(told)
  })

  it.each([
    ['id,name\n1,"Ann\n2,Bob\n3,Cid', 2],
    ['id;name\r\n1;"two\r\nlines"\r\n4;"Dan', 4],
  ])('[T4] a quote that nothing closes is named with its line, and nothing is taken: %j', async (text, line) => {
    await expect(readPasted(text)).rejects.toMatchObject({
      code: 'data-unusable',
      message: `The pasted text can't be read: the quote on line ${line} isn't closed.`,
    })
  })

  it('[T4] keeps spreadsheet cells that start with a quote unchanged, and says so', async () => {
    const pasted = await readPasted('size\tname\n5\t"big\n6\tsmall')
    expect(pasted.cells).toEqual([
      ['size', 'name'],
      ['5', '"big'],
      ['6', 'small'],
    ])
    expect(oddityOf(pasted)).toBe("the quote on line 2 isn't closed, so quotes are read literally")
  })

  it('[T4] a table in which nothing was typed takes the names of what is pasted; another one cells only', async () => {
    const pasted = await readPasted('sku\tprice\nA1\t5\nA2\t7')
    const blank: TableContent = { columns: ['id', 'name'], rows: [['', '']] }
    pasteInto(blank, { row: 0, column: 1 }, pasted)
    expect(blank).toEqual({
      columns: ['sku', 'price'],
      rows: [
        ['A1', '5'],
        ['A2', '7'],
      ],
    })
    const filled = table()
    pasteInto(filled, { row: 2, column: 0 }, pasted)
    expect(filled.rows).toEqual([
      ['1', 'Ann'],
      ['2', 'Bob'],
      ['sku', 'price'],
      ['A1', '5'],
      ['A2', '7'],
    ])
  })
})
