import { excerpt } from '#engine/base/excerpt.ts'

/** What people read of SQLite's answers. */
export const texts = {
  nothing: 'The query holds no SQL statement.',
  nothingHint: 'Write one, for example: select * from orders where id = :id',
  several: (count: number, line: number) => `The query holds ${count} statements; the second begins in line ${line}.`,
  severalHint: 'Leave one, or switch on "Several statements" (script).',
  unclosed: { string: 'A string', name: 'A quoted name', comment: 'A comment' },
  notClosed: (what: string, line: number) => `${what} that begins in line ${line} has no end.`,
  notClosedHint: 'Close it: strings end with \', names with ", comments with */.',
  positional: (line: number) => `The query has a parameter without a name (?) in line ${line}.`,
  positionalHint: 'Give it a name, for example :id, and a parameter of that name.',
  noValue: (names: string[]) =>
    `The query has ${names.length === 1 ? 'a parameter' : 'parameters'} that no value is given for: ${names.map((name) => `:${name}`).join(', ')}.`,
  noValueHint: 'Add it to the parameters of the step, or correct its name.',
  notUsed: (name: string) => `The query has no parameter :${name}, for which a value is given.`,
  notUsedHint: 'Write it into the query, or remove the parameter.',
  forbidden: (what: string, line: number) =>
    `Line ${line}: ${what} is not allowed: a project reads and writes the files that its connections name.`,
  forbiddenHint: 'Add a connection for the other file.',
  notReading: (part: string, line: number) => `This connection is read-only, and ${part} in line ${line} may change something.`,
  readOnlyHint: 'Turn on "Allow writes" for the connection, or use a statement that only reads.',
  ownTransaction: (word: string, line: number) =>
    `Line ${line}: ${word} is not allowed, since all that the step does is undone at its end (rollback).`,
  ownTransactionHint: 'Remove it, or switch "Undo afterwards" off.',
  integerTooBig: (name: string) => `The value of :${name} has more than 64 bits; SQLite has no such integer.`,
  integerTooBigHint: 'Give it as a text.',

  refused: (place: string, message: string) => `SQLite refuses the query${place}: ${excerpt(message, 300)}.`,
  line: (line: number) => ` in line ${line}`,
  statement: (number: number, count: number, line: number) => ` in statement ${number} of ${count}, line ${line}`,
  before: (count: number) =>
    count === 0 ? '' : ` ${count === 1 ? 'The statement before it was' : `The ${count} statements before it were`} carried out.`,
  hintSyntax: 'Look at what stands just before that place: a missing comma, bracket or word is seen only where it goes on.',
  hintNoTable: (near: string[]) => (near.length === 0 ? 'The database has no tables yet.' : `It has: ${near.join(', ')}.`),
  hintNoColumn: (near: string[]) =>
    near.length === 0 ? 'Look at the columns of the table in Connections.' : `Did you mean ${near.join(', ')}?`,
  hintConstraint: 'The values break a rule of the table: change them, or remove what the test left from an earlier run.',
  hintLocked: 'Another program writes to it, or has a transaction open: end that, or run again later.',
  hintReadOnly: 'Its file, or the folder of its file, may not be written.',
  hintMissing: 'Look at the table in Connections: a name may be misspelled.',
  created: ' It is empty: its file was not there, and was made.',

  damaged: (name: string) => `The database of "${name}" is damaged, or its file isn't a SQLite database.`,
  damagedHint: 'Choose another file, or restore it from a copy.',
  cantOpen: (name: string) => `The database of "${name}" can't be opened.`,
  cantOpenHint: 'Check the file that the connection names, and that it may be read.',
  failed: (name: string) => `The database of "${name}" gave up.`,
  failedHint: 'The disk may be full, or the query needs more memory than there is.',
  deadline: (ms: number) => `The query did not end within ${Number((ms / 1000).toFixed(3))} s and was stopped.`,
  deadlineHint: 'Look for a join or a recursion without an end, or raise the timeout of the step.',
  scriptFile: (file: string, message: string) => `The SQL of ${file} could not be carried out. ${message}`,
}
