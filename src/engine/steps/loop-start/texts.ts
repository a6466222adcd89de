/** What is said of a loop's beginning. */
export const texts = {
  noRows: 'has no data source; without one a loop needs its first and its last row (from, to)',
  backwards: (from: number, to: number) => `the loop goes from row ${from} to row ${to}, which is none`,
  noColumn: 'the name of the column is missing',
  onlyRow: (column: string) =>
    `a loop without a data source has one column, "row", which holds the number of the row; there is no "${column}"`,
  doubleVariable: (variable: string) => `the variable "${variable}" is set twice`,
  alone: 'A loop repeats nothing while its steps are run one by one: run its case.',
}
