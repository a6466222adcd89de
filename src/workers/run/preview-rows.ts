import { messageWithHint } from '#engine/base/errors.ts'
import { createRedactor, type Redactor } from '#engine/base/secrets/redactor.ts'
import type { Dialect } from '#engine/data/csv/dialect.ts'
import { openSource } from '#engine/data/index.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { OpenedSource, SourceContext } from '#engine/data/source-kind.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project, Step } from '#engine/project/format/schema.ts'
import { rowsOfProject, sourceContext } from '#engine/runner/plan/open-rows.ts'
import { isLoopStartStep } from '#engine/steps/loop-start/facts.ts'
import { loopPartner } from '#engine/steps/loops.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import { requestedCase, requestedProject } from './requested-case.ts'
import type { AskedStep } from './run-protocol.ts'

/** Rows of a data source as people see them: text, masked. */
export interface RowsPage {
  columns: string[]
  dialect?: Dialect
  warnings: string[]
  rows: { number: number; line?: number; cells: string[]; problem?: string }[]
  /** There are further rows. */
  more: boolean
  /** Why it can't be read, or not to its end. */
  problem?: string
}

/** Characters of a cell that are shown. */
const longestCell = 1_000

/** The first rows of a data source. Rejects only if the project is not there; what is wrong with the source is in the page. */
export async function firstRows(
  project: Project,
  source: DataSource,
  { environment, seed, count }: { environment: string | undefined; seed: number; count: number },
  ports: Ports,
): Promise<RowsPage> {
  const redactor = createRedactor()
  const page: RowsPage = { columns: [], warnings: [], rows: [], more: false }
  const context = contextOf(project, requestedProject(project, environment, ports, redactor, seed), ports, redactor)
  try {
    const opened = await openSource(source, context)
    page.columns = opened.columns.map((name) => redactor.mask(name))
    page.warnings = opened.warnings.map((text) => redactor.mask(text))
    if (opened.dialect) page.dialect = opened.dialect
    await take(page, opened, context, count, (text) => redactor.begin(text, longestCell))
  } catch (thrown) {
    page.problem = problemOf(thrown, redactor)
  }
  return page
}

async function take(
  page: RowsPage,
  opened: OpenedSource,
  context: SourceContext,
  count: number,
  shown: (text: string) => string,
): Promise<void> {
  for await (const some of opened.rows(context))
    for (const { number, line, cells, problem } of some) {
      if (page.rows.length === count) {
        page.more = true
        return
      }
      page.rows.push({
        number,
        ...(line === undefined ? {} : { line }),
        cells: cells.map((cell) => (cell === undefined ? '' : shown(textOfValue(cell)))),
        ...(problem === undefined ? {} : { problem }),
      })
    }
}

/** What one row of a loop comes to. */
export interface RowLook {
  /** Absent: there is no such row. */
  number?: number
  values: { name: string; value: string }[]
  /** The requests in the loop, as far as they are known before a run: what only a run knows appears as it is written. */
  requests: { step: string; name: string; method: string; url: string; body?: string }[]
  problem?: string
}

/** Looks at the row with a number, or the next one after it, as the steps of its loop will see it. */
export async function lookAtRow(
  project: Project,
  place: AskedStep,
  { seed, number }: { seed: number; number: number },
  ports: Ports,
): Promise<RowLook> {
  const redactor = createRedactor()
  const look: RowLook = { values: [], requests: [] }
  const { case: one, variables } = requestedCase(project, place, ports, redactor, seed)
  const loop = one.steps.find(({ id }) => id === place.step)
  if (!isLoopStartStep(loop)) return look
  try {
    const context = { ...surroundings(project, ports, redactor), variables, emit: () => undefined }
    for await (const row of rowsOfProject(project)({ ...loop, from: Math.max(number, loop.from ?? 1) }, context)) {
      look.number = row.number ?? number
      if (row.problem) look.problem = problemOf(row.problem, redactor)
      look.values = Object.entries(row.values).map(([name, value]) => ({
        name,
        value: redactor.begin(textOfValue(value), longestCell),
      }))
      const inRow = variables.row(`${loop.id} ${look.number}`, row.values)
      for (const step of stepsIn(one.steps, loop))
        if (isSendRequestStep(step)) look.requests.push(await requestOf(step, inRow, redactor))
      break
    }
  } catch (thrown) {
    look.problem = problemOf(thrown, redactor)
  }
  return look
}

/** The enabled steps of a loop, those of loops in it too. */
function stepsIn(steps: readonly Step[], loop: Step): Step[] {
  const end = loopPartner(steps, loop.id)
  const from = steps.indexOf(loop)
  return steps.slice(from + 1, end ? steps.indexOf(end) : from + 1).filter(({ disabled }) => !disabled)
}

async function requestOf(step: SendRequestStep, variables: Scopes, redactor: Redactor): Promise<RowLook['requests'][number]> {
  const resolved = async (template: string, escape: 'none' | 'json' = 'none'): Promise<string> =>
    redactor.begin(await variables.resolve(template, { escape }).catch(() => template), longestCell)
  const { id, name, method, url, body } = step
  return {
    step: id,
    name,
    method: await resolved(method),
    url: await resolved(url),
    ...('text' in body && body.text !== '' ? { body: await resolved(body.text, body.type === 'json' ? 'json' : 'none') } : {}),
  }
}

const surroundings = (project: Project, ports: Ports, redactor: Redactor) => ({
  ports,
  redactor,
  signal: new AbortController().signal,
  connection: (id: string) => project.connections.find((one) => one.id === id),
})

const contextOf = (project: Project, variables: Scopes, ports: Ports, redactor: Redactor): SourceContext =>
  sourceContext({ ...surroundings(project, ports, redactor), variables })

const problemOf = (thrown: unknown, redactor: Redactor): string => redactor.mask(messageWithHint(thrown))
