import { dirname, resolve } from 'node:path'
import * as v from 'valibot'
import { lastRunOf } from '#engine/assistant/last-run.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { Ports } from '#engine/ports/index.ts'
import { namedHosts } from '#engine/project/named-hosts.ts'
import type { Environment, Project } from '#engine/project/format/schema.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { run } from '#engine/runner/run.ts'
import { findByName } from '#engine/tools/find-by-name.ts'
import { cutText, foreign, paged } from '#engine/tools/page.ts'
import type { LastRunView, RunStepView } from '#engine/tools/tool-session.ts'
import type { Admission } from '#platform/node/admission.ts'
import { createNodePorts } from '#platform/node/ports.ts'
import { sealedOf, keysOf } from '../files/sealed-secrets.ts'
import { UsageError } from '../host.ts'
import { defineAgentTool } from './agent-tool.ts'
import type { AgentSession } from './agent-session.ts'
import { mcpTexts } from './texts.ts'

/** Milliseconds that one run may take. */
const longestRun = 300_000

/** Runs cases and returns the failures. */
export const runCases = defineAgentTool({
  name: 'run_cases',
  description:
    "Run cases of the project file in one of its environments. Returns failed checks with expected and actual values, masked secrets, and the diagnosis. Can only reach the environment's hosts at the start of this server.",
  input: v.strictObject({
    cases: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(300))),
      v.minLength(1, 'is empty'),
      v.maxLength(50, 'has more than 50 cases. Split the run'),
      v.description('IDs or names of cases'),
    ),
    environment: v.optional(v.pipe(v.string(), v.maxLength(300), v.description('ID or name. Only if there are several'))),
    project: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.description('Id or name; only if several projects are open'))),
  }),
  annotations: {
    title: 'Run cases',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  option: '--allow-run',
  async run({ cases, environment: wanted, project: name }, session, signal) {
    const { path, project } = await session.fileNamed(name)
    const environment = environmentNamed(project, wanted)
    const all = project.suites.flatMap((suite) => suite.cases)
    const ids = [...new Set(cases.map((one) => findByName('case', one, all).id))]
    const planned = plan(project, {
      ...(environment ? { environment: environment.id } : {}),
      selection: { cases: ids },
      timeout: longestRun,
    })
    if (!planned.ok) throw new UsageError([planned.error.message, planned.error.hint].filter(Boolean).join(' '))
    const hosts = hostsOf(session.files.atStart(path) ?? project, environment)
    const report = emptyReport()
    const { ports, close } = portsFor(path, project, hosts, session)
    try {
      await run(planned.value, ports, {
        signal: AbortSignal.any([signal, session.host.interrupted()]),
        emit: (event) => void fold(report, event),
      })
    } finally {
      await close()
    }
    const view = lastRunOf(report)
    session.lastRuns.set(path, { ...view, valuesAllowed: true })
    const result = paged(headOf(report), linesOf(view))
    return { text: 'text' in result ? result.text : '' }
  },
})

/** The environment that a text names, or the only one. */
function environmentNamed({ environments }: Project, wanted: string | undefined): Environment | undefined {
  return wanted === undefined && environments.length < 2 ? environments[0] : findByName('environment', wanted ?? '', environments)
}

/** The hosts of an environment, as the file named them when the server started: what an agent writes adds none. */
function hostsOf(atStart: Project, environment: Environment | undefined): ReadonlySet<string> {
  const { environments, variables, connections } = atStart
  const chosen = environments.filter(({ id }) => id === environment?.id)
  return new Set(namedHosts({ environments: chosen, variables, connections }).map(bare))
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase()

/** The ports of a command-line run, without people, and with no way to other hosts. */
function portsFor(
  path: string,
  project: Project,
  hosts: ReadonlySet<string>,
  { host }: AgentSession,
): { ports: Ports; close(): Promise<void> } {
  const refusal = (name: string): AssayError | undefined =>
    hosts.has(bare(name))
      ? undefined
      : new AssayError('http-blocked', mcpTexts.otherHost(name), { hint: mcpTexts.otherHostHint([...hosts]) })
  const admission: Admission = {
    admit({ hostname }) {
      const refused = refusal(hostname)
      if (refused) throw refused
    },
    refusalOf: refusal,
  }
  const { ports, close } = createNodePorts({
    sealed: sealedOf(project, keysOf(host)),
    environment: host.environment,
    folder: dirname(resolve(path)),
    namedHosts: () => hosts,
    admission,
  })
  const { sql } = ports
  return {
    ports: {
      ...ports,
      sql: {
        drivers: sql.drivers,
        query: async (connection, ...rest) => {
          const refused = 'host' in connection ? refusal(connection.host) : undefined
          if (refused) throw refused
          return sql.query(connection, ...rest)
        },
      },
    },
    close,
  }
}

/** How the run ended, in one line. */
function headOf({ outcome = 'cancelled', counts, duration = 0, environment }: Report): string {
  return mcpTexts.ran(outcome, counts, duration, environment?.name)
}

/** Bytes of a failed case at most. */
const mostOfCase = 2_000

/** Each case with its outcome, and of those that did not pass what went wrong. */
function linesOf({ cases }: LastRunView): string[] {
  return cases.flatMap((one) => {
    const steps = one.steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
    const lines = steps.flatMap(stepLines)
    return [
      `case ${foreign(one.name)} [${one.case}]: ${one.outcome}`,
      ...(lines.length === 0 ? [] : cutText(lines.join('\n'), mostOfCase).split('\n')),
    ]
  })
}

const stepLines = ({ step, name, outcome, status, message, hint, failed = [] }: RunStepView): string[] => [
  `  step ${foreign(name, 80)} [${step}]: ${outcome}${status === undefined ? '' : `, status ${status}`}`,
  ...[message, hint].flatMap((text) => (text === undefined ? [] : [`    ${foreign(text, 350)}`])),
  ...failed.map(
    ({ subject, expected, actual }) =>
      `    ${foreign(subject, 100)}: expected ${foreign(expected, 120)}, actual ${foreign(actual, 120)}`,
  ),
]
