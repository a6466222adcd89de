/** Texts of the loop start editor. */
export const loopTexts = {
  titles: {
    data: 'Data',
    mapping: 'Columns to variables',
    mappingGroup: 'Mapping',
  },
  labels: {
    dataSource: 'Data source',
    fromRow: 'From row',
    toRow: 'To row',
    whenARowFails: 'When a row fails',
    nextRow: 'Go on with the next row',
    stopTheLoop: 'Stop the loop',
  },
  placeholders: {
    column: 'column',
    variable: 'variable',
  },
  edits: {
    changeMapping: 'Change mapping',
    removeMapping: 'Remove mapping',
    addMapping: 'Add mapping',
  },
  gone: 'The data source of this loop is gone. Choose another.',
  choose: 'Choose a data source, or say from which row to which the loop counts.',
  noEnd: 'This loop has no end. Add a Loop End step below.',
  noSource: 'none: count the rows',
  noSourceHint: 'Without a data source the loop counts from row to row; its one column, "row", is the number.',
  isGone: 'gone',
  row: (n: number) => `Mapping ${n}`,
  columnOf: (n: number) => `Column ${n}`,
  variableOf: (n: number) => `Variable ${n}`,
  typeOf: (n: number) => `Type ${n}`,
  removeRow: (n: number) => `Remove mapping ${n}`,
  firstRow: 'first',
  lastRow: 'last',
  notARow: 'Not a whole number from 1. The last valid value is kept.',
} as const
