import { describeDuration } from '#engine/base/duration.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import type { SqlDriver } from '#engine/ports/index.ts'

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** What the SQL Query step says. */
export const sqlStepTexts = {
  drivers: { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL', mssql: 'SQL Server' } satisfies Record<SqlDriver, string>,
  noConnection: (id: string) => (id === '' ? 'No connection chosen.' : `The project has no connection "${id}".`),
  noConnectionHint: "Choose one in the step, or add it in the project's Connections.",
  noDriver: (driver: string) => `A browser can't connect to ${driver}.`,
  noDriverHint: 'Connect the companion (Companion in the top bar), or use assay run FILE.aprj.',
  badFile: (path: string) => `The connection's file ${excerpt(path, 100)} isn't below the project file's folder.`,
  badFileHint: 'Use a path relative to the project file, with / between folders.',
  largeScript: (path: string, why: string) => `The connection's file ${path} can't be used: ${why}.`,
  largeScriptHint: 'Convert it to a SQLite file and use that in the connection.',
  noScript: (path: string) => `The connection's file ${path} doesn't exist.`,
  emptyQuery: 'The query is empty.',
  noName: (number: number) => `Parameter ${number} has no name.`,
  noNameHint: 'Use the name from the query without the colon: id for :id.',
  badName: (name: string) =>
    `"${excerpt(name, 60)}" isn't a parameter name. Use letters, digits and "_", and don't start with a digit.`,
  twice: (name: string) => `Duplicate parameter "${name}".`,
  parameter: (name: string) => `Parameter ${name}`,

  summary: (query: string, rows: number, changes: number, columns: number, duration: number) =>
    `${excerpt(query, 120)} -> ${columns > 0 ? counted(rows, 'row') : `${counted(changes, 'row')} changed`} in ${describeDuration(duration)}`,
  cut: {
    rows: (count: number) => `Only the first ${count.toLocaleString('en')} rows are kept and checked.`,
    bytes: (count: number) => `The rows exceed 10 MB. Only the first ${count.toLocaleString('en')} are kept and checked.`,
  },
  created: (name: string) => `Created an empty database for the connection "${name}", since its file didn't exist.`,
  sameColumns: (names: string[]) =>
    `Duplicate column names were renamed to ${names.map((name) => `"${name}"`).join(', ')}. Use "as" to name them.`,
} as const
