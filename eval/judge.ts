import { createManualClock, memorySecrets } from '#engine/ports/testing/index.ts'
import type { EndableWork } from '#engine/ports/index.ts'
import type { Case, Project } from '#engine/project/format/schema.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import { runProject } from '#engine/runner/testing/run-project.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { tasks, type Task, type TaskHost } from '#engine/tasks/index.ts'
import type { Expected } from './expected.ts'
import { createMock } from './mock.ts'
import type { EvalRequest, Played } from './play.ts'
import { operationOf } from './projects.ts'

/** How a request ended. */
export interface Verdict {
  verdict: 'right' | 'asked' | 'wrong'
  why: string[]
}

/** Judges the last turn: its kind, what it changes and what it leaves alone, and a run of its cases against a mock. */
export async function judge({ expect }: EvalRequest, played: Played): Promise<Verdict> {
  const { turns, before, after } = played
  const last = turns.at(-1)
  const why: string[] = []
  if (last?.kind !== expect.kind)
    why.push(`${last?.kind ?? 'nothing'} instead of ${expect.kind}${last?.trouble ? `: ${last.text}` : ''}`)
  if (expect.secret !== undefined && JSON.stringify([turns, after.suites]).includes(expect.secret))
    why.push('the secret is there')
  if (expect.kind !== 'proposal' && last?.proposal) why.push('something would change')
  for (const one of expect.says ?? [])
    if (!one.some((text) => last?.text.toLowerCase().includes(text.toLowerCase()))) why.push(`does not say ${one.join(' or ')}`)
  if (expect.kind === 'proposal' && last?.proposal) why.push(...(await proposalProblems(expect, before, after)))
  if (why.length === 0) return { verdict: 'right', why }
  const isHarmless = last?.kind === 'question' && expect.secret === undefined
  return { verdict: isHarmless ? 'asked' : 'wrong', why }
}

const casesOf = (project: Project): Case[] => project.suites.flatMap(({ cases }) => cases)
/** As JSON without blanks; what a check looks at comes first in it. */
const order = ['source', 'path', 'is', 'value']
const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'source' in value
    ? Object.fromEntries(
        Object.entries(value).toSorted(([a], [b]) => ((order.indexOf(a) + 9) % 9) - ((order.indexOf(b) + 9) % 9)),
      )
    : value
const textOf = (value: unknown): string =>
  JSON.stringify(value, ordered)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll(/\s/g, '')

async function proposalProblems(expect: Expected, before: Project, after: Project): Promise<string[]> {
  const why: string[] = []
  const old = new Map(casesOf(before).map((one) => [one.id, one]))
  const now = casesOf(after)
  const added = now.filter(({ id }) => !old.has(id))
  const isSame = (one: Case) => textOf(one) === textOf(old.get(one.id)) && suiteOf(before, one) === suiteOf(after, one)
  const changed = now.filter((one) => old.has(one.id) && !isSame(one))
  const removed = [...old.values()].filter(({ id }) => now.every((one) => one.id !== id)).map(({ name }) => name)
  const named = changed.map(({ id }) => old.get(id)?.name ?? '')
  const wantedNew = expect.added ?? (expect.changed || expect.removed ? 0 : 1)
  if (added.length < wantedNew || (wantedNew === 0 && added.length > 0))
    why.push(`${added.length} new cases instead of ${wantedNew}`)
  if (textOf(named.toSorted()) !== textOf((expect.changed ?? []).toSorted())) why.push(`changes ${named.join(', ') || 'no case'}`)
  if (textOf(removed.toSorted()) !== textOf((expect.removed ?? []).toSorted()))
    why.push(`removes ${removed.join(', ') || 'nothing'}`)
  const touched = [...added, ...changed]
  const lines = touched.flatMap((one) => linesOf(one))
  for (const text of missingIn(lines, expect.steps ?? [])) why.push(`no step ${text} in order: ${lines.join(', ')}`)
  const rest = {
    suites: after.suites.map(({ id, name, headers }) => ({ id, name, headers })),
    variables: after.variables,
    loads: after.loadTests,
  }
  const all = textOf([touched, rest, after.dataSources])
  for (const text of expect.contains ?? []) if (!all.includes(text.replaceAll(/\s/g, ''))) why.push(`nothing contains ${text}`)
  if (expect.rows !== undefined && !after.dataSources.some((one) => rowsOf(one) >= (expect.rows ?? 0)))
    why.push(`no data with ${expect.rows} rows`)
  if (expect.unrun === undefined && touched.length > 0) why.push(...(await runProblems(after, touched, expect)))
  return why
}

const rowsOf = (source: Project['dataSources'][number]): number =>
  'rows' in source && Array.isArray(source.rows)
    ? source.rows.length
    : 'text' in source
      ? String(source.text).trim().split('\n').length - 1
      : 0

const suiteOf = (project: Project, { id }: Case): string | undefined =>
  project.suites.find(({ cases }) => cases.some((one) => one.id === id))?.id

/** `POST /orders 201` for each request: what it calls, and which status is expected of it. */
function linesOf({ steps }: Case): string[] {
  const lines: string[] = []
  for (const step of steps) {
    if (isSendRequestStep(step)) lines.push(operationOf(step))
    else if (step.kind === 'assertion' && 'checks' in step)
      for (const { source, value } of step.checks as { source: string; value?: unknown }[])
        if (source === 'status') lines[lines.length - 1] += ` ${JSON.stringify(value)?.replaceAll('"', '')}`
  }
  return lines
}

function missingIn(lines: readonly string[], wanted: readonly string[]): string[] {
  let from = 0
  return wanted.filter((one) => {
    const [method = '', path = '', status] = one.split(' ')
    const shape = path.replaceAll(/\{[^}]*\}/g, '{}')
    const found = lines.findIndex((line, index) => {
      const [m, p, s = ''] = line.split(' ')
      return (
        index >= from &&
        m === method &&
        p?.replaceAll(/(?<=\/)(?:[0-9]+|P[A-Z]+|01H\w+|[^/]*\{\}[^/]*)(?=\/|$)/g, '{}') === shape &&
        (status === undefined || s.includes(status))
      )
    })
    if (found >= 0) from = found + 1
    return found < 0
  })
}

const withoutScripts: TaskHost = {
  quickjs: () => Promise.reject(new Error('No scripts here.')),
  memory: () => ({}),
  now: () => performance.now(),
}

/** Validation of schemas, in this thread. */
const work: EndableWork = {
  do: async (task, input, { held = {} }) => {
    const carryOut: Task = await tasks[task as keyof typeof tasks]()
    return (await carryOut(input as never, held, withoutScripts)) as never
  },
}

/** Why the cases don't pass against a server that is made from the definition. */
async function runProblems(after: Project, touched: readonly Case[], { mock = [], exists = [] }: Expected): Promise<string[]> {
  const wanted = new Set(touched.map(({ id }) => id))
  const tokens = touched.flatMap(({ steps }) =>
    steps.filter(isOAuth2Step).map(({ variableName }) => variableName || 'access_token'),
  )
  const project: Project = {
    ...after,
    variables: [...after.variables, ...[...new Set(tokens)].map((name) => ({ name, value: 'a-token', description: '' }))],
    suites: after.suites.map((suite) => ({
      ...suite,
      cases: suite.cases
        .filter(({ id }) => wanted.has(id))
        .map((one) => ({ ...one, steps: one.steps.filter((step) => !isOAuth2Step(step)) })),
    })),
    environments: after.environments.map((one) => ({
      ...one,
      variables: one.variables.map((each) =>
        'value' in each && /^(\/|$)/.test(String(each.value))
          ? { ...each, value: `http://127.0.0.1${String(each.value)}` }
          : each,
      ),
    })),
  }
  const secrets = Object.fromEntries(secretsNeeded(project).map(({ id }) => [id, 'user:a-credential']))
  const [first] = project.environments
  const http = createMock(after.apis[0]?.document ?? '{}', mock, exists)
  const { report, steps } = await runProject(project, {
    ports: { http, secrets: memorySecrets(secrets), clock: createManualClock({ auto: true }), work },
    options: { seed: 7, ...(first ? { environment: first.id } : {}) },
  })
  if (report.outcome === 'passed') return []
  const bad = steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  return [
    `run ${report.outcome}: ${bad
      .slice(0, 3)
      .map(({ name, message, summary }) => `${name}: ${message ?? ''} (${summary ?? ''})`)
      .join(' | ')}`,
  ]
}
