import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { askDatabase, readConnection } from '#engine/steps/sql/ask-database.ts'
import { tablesOf, tablesQuery, type TableInfo } from '#engine/steps/sql/tables.ts'
import { sqlStepTexts as sqlTexts } from '#engine/steps/sql/texts.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'

/** Milliseconds that a database gets to answer. */
const timeout = 10_000

/** Connects as a step would, with the variables of the project and an environment, and tells which tables are there. */
export async function lookInto(
  project: Project,
  { connection: id, environment }: { connection: string; environment: string | undefined },
  ports: Ports,
): Promise<TableInfo[]> {
  const found = project.connections.find((one) => one.id === id)
  if (!found) throw new AssayError('reference-missing', sqlTexts.noConnection(id), { hint: sqlTexts.noConnectionHint })
  const query = tablesQuery[found.driver]
  if (!ports.sql.drivers.has(found.driver))
    throw new AssayError('browser-limit', sqlTexts.noDriver(sqlTexts.drivers[found.driver]), { hint: sqlTexts.noDriverHint })
  const { signal } = new AbortController()
  const redactor = createRedactor()
  const scopes = createRunScopes({
    project: project.variables,
    environment: project.environments.find((one) => one.id === environment),
    seed: 0,
    clock: ports.clock,
    secrets: ports.secrets,
    redactor,
    signal,
  })
  const variables = scopes.suite([]).case([])
  const connection = await readConnection(found, { variables, ports, redactor })
  return tablesOf(await askDatabase({ connection, text: query, parameters: new Map() }, { timeout }, { ports, signal }))
}
