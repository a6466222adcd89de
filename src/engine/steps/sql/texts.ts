import { describeDuration } from '#engine/base/duration.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import type { SqlDriver } from '#engine/ports/index.ts'

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** What the SQL Query step says. */
export const texts = {
  drivers: { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL', mssql: 'SQL Server' } satisfies Record<SqlDriver, string>,
  noConnection: (id: string) => (id === '' ? 'No connection is chosen.' : `The project has no connection "${id}".`),
  noConnectionHint: 'Choose one in the step, or add it under Connections of the project.',
  noDriver: (driver: string) => `A browser can't connect to ${driver}.`,
  noDriverHint: 'Connect the companion (by Companion in the top bar), or run the project with it: assay run FILE.aprj',
  badFile: (path: string) =>
    `The file ${excerpt(path, 100)} of the connection does not lead to a file in the folder of the project or below it.`,
  badFileHint: 'Give its path as seen from the project file, with / between folders.',
  largeScript: (path: string, why: string) => `The file ${path} of the connection can't be used: ${why}.`,
  largeScriptHint: 'Make a SQLite file of it once, and name that in the connection.',
  noScript: (path: string) => `The file ${path} of the connection is not there.`,
  emptyQuery: 'The query is empty.',
  noName: (number: number) => `Parameter ${number} has no name.`,
  noNameHint: 'Name it as the query does, without the colon: id for :id.',
  badName: (name: string) => `"${excerpt(name, 60)}" is not the name of a parameter: letters, digits and "_", no digit first.`,
  twice: (name: string) => `The parameter "${name}" is there twice.`,
  parameter: (name: string) => `Parameter ${name}`,

  summary: (query: string, rows: number, changes: number, columns: number, duration: number) =>
    `${excerpt(query, 120)} -> ${columns > 0 ? counted(rows, 'row') : `${counted(changes, 'row')} changed`} in ${describeDuration(duration)}`,
  cut: {
    rows: (count: number) => `There were more rows: the first ${count.toLocaleString('en')} are kept, and checks see no others.`,
    bytes: (count: number) =>
      `The rows are larger than 10 MB: the first ${count.toLocaleString('en')} are kept, and checks see no others.`,
  },
  created: (name: string) => `The file of the connection "${name}" was not there: an empty database was made.`,
  sameColumns: (names: string[]) =>
    `Several columns have the same name; the later ones are read as ${names.map((name) => `"${name}"`).join(', ')}. Name them with "as".`,
} as const
