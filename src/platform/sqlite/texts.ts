import { excerpt } from '#engine/base/excerpt.ts'

/** Messages of SQLite. */
export const sqliteDatabaseTexts = {
  nothing: 'The query has no SQL statement.',
  nothingHint: 'Enter one, for example: select * from orders where id = :id',
  several: (count: number, line: number) => `The query has ${count} statements. The second starts on line ${line}.`,
  severalHint: 'Keep one, or turn on "Multiple statements" (script).',
  unclosed: { string: 'A string', name: 'A quoted name', comment: 'A comment' },
  notClosed: (what: string, line: number) => `Line ${line}: ${what.toLowerCase()} isn't closed.`,
  notClosedHint: 'Close it: strings end with \', names with ", comments with */.',
  positional: (line: number) => `Line ${line}: the parameter (?) has no name.`,
  positionalHint: 'Use a name, for example :id, and add a parameter with that name.',
  noValue: (names: string[]) =>
    `${names.length === 1 ? 'A parameter has' : 'Parameters have'} no value: ${names.map((name) => `:${name}`).join(', ')}.`,
  noValueHint: "Add each one to the step's parameters, or fix its name in the query.",
  notUsed: (name: string) => `The query doesn't use the parameter :${name}.`,
  notUsedHint: 'Add it to the query, or remove the parameter.',
  forbidden: (what: string, line: number) =>
    `Line ${line}: ${what} isn't allowed. A project can only use the files of its connections.`,
  forbiddenHint: 'Add a connection for the other file.',
  notReading: (part: string, line: number) => `This connection is read-only, and ${part} on line ${line} may change data.`,
  readOnlyHint: 'Turn on "Allow writes" for the connection, or use a statement that only reads.',
  ownTransaction: (word: string, line: number) => `Line ${line}: ${word} isn't allowed, because the step rolls back its changes.`,
  ownTransactionHint: 'Remove it, or switch "Undo afterwards" off.',
  integerTooBig: (name: string) => `The value of :${name} exceeds 64 bits, the limit of SQLite integers.`,
  integerTooBigHint: 'Use a string.',

  refused: (place: string, message: string) => `SQLite rejected the query${place}: ${excerpt(message, 300)}.`,
  line: (line: number) => ` on line ${line}`,
  statement: (number: number, count: number, line: number) => ` in statement ${number} of ${count}, line ${line}`,
  before: (count: number) =>
    count === 0 ? '' : ` ${count === 1 ? 'The statement before it was' : `The ${count} statements before it were`} executed.`,
  hintSyntax: 'Check the text before this position for a missing comma, bracket or keyword.',
  hintNoTable: (near: string[]) => (near.length === 0 ? 'The database has no tables yet.' : `It has: ${near.join(', ')}.`),
  hintNoColumn: (near: string[]) =>
    near.length === 0 ? "Check the table's columns under Connections." : `Did you mean ${near.join(', ')}?`,
  hintConstraint: 'Change the values, or remove data from an earlier run: the values violate a table constraint.',
  hintLocked: "Run again later, or end the other program's transaction.",
  hintReadOnly: 'Make the file and its folder writable.',
  hintMissing: 'Check the table under Connections: the name may be misspelled.',
  created: " It is empty: the file didn't exist and was created.",

  damaged: (name: string) => `The "${name}" database is damaged, or its file isn't a SQLite database.`,
  damagedHint: 'Choose another file, or restore a backup.',
  cantOpen: (name: string) => `The "${name}" database can't be opened.`,
  cantOpenHint: "Check the connection's file and its read permission.",
  failed: (name: string) => `The "${name}" database failed.`,
  failedHint: 'Check disk space and memory: the query may need more than is available.',
  deadline: (ms: number) => `The query was stopped after ${Number((ms / 1000).toFixed(3))} s.`,
  deadlineHint: "Check for an endless join or recursion, or increase the step's timeout.",
  scriptFile: (file: string, message: string) => `The SQL in ${file} failed. ${message}`,
}
