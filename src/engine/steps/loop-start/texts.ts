/** Messages about a loop's start. */
export const loopStartTexts = {
  noRows: 'needs a data source, or a first and last row (from, to)',
  backwards: (from: number, to: number) => `the loop has no rows from ${from} to ${to}`,
  noColumn: 'the column name is missing',
  onlyRow: (column: string) => `a loop without a data source has only the column "row" with the row number, not "${column}"`,
  doubleVariable: (variable: string) => `the variable "${variable}" is set twice`,
  alone: "Run the case. A loop can't run as a single step.",
}
