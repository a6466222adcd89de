import { expect, it } from 'vitest'
import { bindNames, type ServerDriver } from './bind-names.ts'
import { refuseWrites } from './read-only.ts'

const refused = (text: string, driver: ServerDriver): string | undefined => {
  const statements = bindNames(text, driver)
  if (!Array.isArray(statements)) return 'unclosed'
  try {
    refuseWrites(text, driver, statements)
    return undefined
  } catch (error) {
    return error instanceof Error ? /and (.*) on line/.exec(error.message)?.[1] : ''
  }
}

it.each<[ServerDriver, string, string | undefined]>([
  ['postgres', 'commit', 'COMMIT'],
  ['postgres', "select dblink_exec('x', 'y')", 'dblink_exec()'],
  ['postgres', 'select "Dblink"(1)', 'dblink()'],
  ['postgres', 'select pg_reload_conf /* ( */\n-- (\n()', 'pg_reload_conf()'],
  ['postgres', 'select U&"dblink\\005fexec"(1)', 'u&()'],
  ['postgres', 'select dblink, "pg_reload_conf" from t where dblink in (1)', undefined],
  ['postgres', "select 'dblink(1)', $$ copy $$ -- dblink(1)", undefined],
  ['postgres', 'set local search_path to a', undefined],
  ['postgres', '()', 'the statement'],
  ['mysql', 'select 1 /*!50000 into outfile */ from t', 'INTO OUTFILE'],
  ['mysql', 'select 1 /* into outfile */ from t', undefined],
  ['mysql', 'select 1 -- into outfile', undefined],
  ['mysql', "select 1 --1 into outfile 'x'", 'INTO OUTFILE'],
  ['mysql', "select '\\' into outfile '/x' -- '", 'INTO OUTFILE'],
  ['mysql', "select '\\\\' from t", undefined],
  ['mysql', 'select "\\" into outfile "x" -- "', 'INTO OUTFILE'],
  ['mysql', "select 'it\\'s', `into outfile` from t", undefined],
  ['mysql', 'set @a = 1', 'SET'],
  ['mssql', 'select 1 commit', 'COMMIT'],
  ['mssql', 'select \'commit\', [commit], "commit" -- commit', undefined],
])('[T3] %s reads by its rules: %s', (driver, text, part) => {
  expect(refused(text, driver)).toBe(part)
})
