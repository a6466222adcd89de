import { apiOf } from '#engine/api/api.ts'
import { createMatcher } from './bodies.ts'
import { applyEdit } from '#engine/project/edit/edit.ts'
import { joinProject, stateOf } from '#engine/project/edit/state.ts'
import type { Memory } from '#engine/assistant/memory.ts'
import type { Turn } from '#engine/assistant/turn.ts'
import type { Case, Project, Step } from '#engine/project/schema.ts'

/** What has to come of a request. */
export interface Expected {
  kind?: Turn['kind']
  slot?: string
  untouched?: boolean
  case?: {
    steps?: string[]
    valid?: boolean
    body?: Record<string, unknown>
    query?: Record<string, string>
    checks?: Record<string, unknown>[]
    name?: string
    suite?: string
  }
  cases?: number | [number, number]
  suites?: string[]
  design?: { method: string; parameters?: string[]; strength?: number }
  rows?: [number, number]
  columns?: string[]
  load?: { users?: number; duration?: number }
  removed?: string[]
  renamed?: Record<string, string>
  moved?: { case: string; to: string }
  variable?: { name: string; value?: string; environment?: string }
  text?: string | string[]
  noSecret?: string
}

/** How a request ended. */
export interface Verdict {
  verdict: 'right' | 'asked' | 'wrong'
  why: string
}

/** The project that a proposal would leave. */
export function resultOf(turn: Turn, project: Project): Project {
  const set = turn.proposal
  if (!set) return project
  if (set.created) return set.created.project
  const after = applyEdit(stateOf(project), set.edit, 'forward')
  return joinProject(after.head, ({ id }) => after.cases.get(id))
}

/** Judges the last turn against what was expected. */
export async function judge(expected: Expected, turn: Turn, before: Project, memory: Memory): Promise<Verdict> {
  const after = resultOf(turn, before)
  const wrong: string[] = []
  const { noSecret } = expected
  if (noSecret !== undefined && JSON.stringify([memory, turn]).includes(noSecret)) wrong.push('the secret stands there')
  if (expected.kind !== undefined && turn.kind !== expected.kind) wrong.push(`${turn.kind} instead of ${expected.kind}`)
  if (expected.slot !== undefined && turn.slot !== expected.slot)
    wrong.push(`asked for ${turn.slot ?? 'nothing'} instead of ${expected.slot}`)
  if (expected.untouched && turn.kind === 'proposal') wrong.push('something would change')
  if (expected.text !== undefined && ![expected.text].flat().some((text) => turn.text.toLowerCase().includes(text.toLowerCase())))
    wrong.push('the text says something else')
  wrong.push(...(await contents(expected, before, after, memory)))
  if (wrong.length === 0) return { verdict: 'right', why: '' }
  const isHarmless =
    turn.kind !== 'proposal' &&
    (expected.kind === undefined || expected.kind === 'proposal' || turn.kind === 'question' || turn.kind === 'answer')
  return { verdict: isHarmless && noSecret === undefined ? 'asked' : 'wrong', why: wrong.join('; ') }
}

const casesOf = (project: Project) => project.suites.flatMap((suite) => suite.cases.map((one) => ({ suite, one })))

async function contents(expected: Expected, before: Project, after: Project, memory: Memory): Promise<string[]> {
  const wrong: string[] = []
  const old = new Map(casesOf(before).map(({ one }) => [one.id, one]))
  const now = casesOf(after)
  const fresh = now.filter(({ one }) => !old.has(one.id))
  const changed = now.filter(({ one }) => JSON.stringify(old.get(one.id)) !== JSON.stringify(one))
  if (expected.case) {
    const problems = await Promise.all(changed.map(({ suite, one }) => caseProblems(expected.case ?? {}, one, suite.name, after)))
    const best = problems.toSorted((a, b) => a.length - b.length)[0]
    if (!best) wrong.push('no case is new or changed')
    else wrong.push(...best)
  }
  if (expected.cases !== undefined) {
    const [from, to] = Array.isArray(expected.cases) ? expected.cases : [expected.cases, expected.cases]
    if (fresh.length < from || fresh.length > to) wrong.push(`${fresh.length} new cases`)
  }
  for (const name of expected.suites ?? [])
    if (!after.suites.some((suite) => suite.name === name && !before.suites.some(({ id }) => id === suite.id)))
      wrong.push(`no new suite ${name}: ${after.suites.map((suite) => suite.name).join(', ')}`)
  if (expected.design) {
    const known = [
      ...after.designs.filter(({ id }) => !before.designs.some((one) => one.id === id)),
      ...memory.designs.map(({ design }) => design),
    ] as Record<string, unknown>[]
    const { method, parameters = [], strength } = expected.design
    const fits = known.some(
      (design) =>
        design['method'] === method &&
        (strength === undefined || design['strength'] === strength) &&
        parameters.every((name) =>
          ((design['parameters'] ?? design['conditions'] ?? []) as { name: string }[]).some(
            (one) => one.name === name || one.name.endsWith(`.${name}`),
          ),
        ),
    )
    if (!fits)
      wrong.push(
        `no such design: ${known.map((design) => `${String(design['method'])} ${((design['parameters'] ?? []) as { name: string }[]).map(({ name }) => name).join(',')}`).join('; ')}`,
      )
  }
  const sources = after.dataSources.filter(({ id }) => !before.dataSources.some((one) => one.id === id))
  if (expected.rows || expected.columns) {
    const tables = sources.map((source) =>
      'rows' in source && 'columns' in source
        ? {
            columns: [...(source.columns as string[]), ...membersIn(source.rows as unknown[][])],
            count: (source.rows as unknown[]).length,
          }
        : 'text' in source && source.text.trimStart().startsWith('[')
          ? tableOf(JSON.parse(source.text) as Record<string, unknown>[])
          : 'text' in source
            ? { columns: (source.text.split(/\r?\n/)[0] ?? '').split(','), count: source.text.trim().split(/\r?\n/).length - 1 }
            : { columns: [], count: 0 },
    )
    const [from, to] = expected.rows ?? [0, Infinity]
    if (
      !tables.some(
        ({ columns, count }) =>
          count >= from &&
          count <= to &&
          (expected.columns ?? []).every((name) => columns.some((column) => column === name || column.endsWith(`.${name}`))),
      )
    )
      wrong.push(`no such rows: ${tables.map(({ columns, count }) => `${count} of ${columns.join(',')}`).join('; ')}`)
  }
  if (expected.load) {
    const { users, duration } = expected.load
    const fits = after.loadTests.some(
      ({ stages }) =>
        (users === undefined || Math.max(...stages.map((stage) => stage.users)) === users) &&
        (duration === undefined || stages.reduce((sum, stage) => sum + stage.duration, 0) === duration),
    )
    if (!fits) wrong.push(`no such load test: ${JSON.stringify(after.loadTests.map(({ stages }) => stages))}`)
  }
  const names = (project: Project): string[] => [
    ...project.suites.map(({ name }) => name),
    ...casesOf(project).flatMap(({ one }) => [one.name, ...one.steps.map(({ name }) => name)]),
    ...[project, ...project.environments].flatMap(({ variables }) => variables.map(({ name }) => name)),
  ]
  for (const name of expected.removed ?? [])
    if (names(after).includes(name) || (!names(before).includes(name) && memory.lastChange === undefined))
      wrong.push(`${name} is there`)
  for (const [from, to] of Object.entries(expected.renamed ?? {}))
    if (
      !names(after).includes(to) ||
      names(after).filter((name) => name === from).length >= names(before).filter((name) => name === from).length
    )
      wrong.push(`${from} is not ${to}`)
  if (expected.moved && now.find(({ one }) => one.name === expected.moved?.case)?.suite.name !== expected.moved.to)
    wrong.push(`${expected.moved.case} is not in ${expected.moved.to}`)
  if (expected.variable) {
    const { name, value, environment } = expected.variable
    const scopes =
      environment === undefined
        ? [after, ...after.environments, ...after.suites, ...now.map(({ one }) => one)]
        : after.environments.filter((one) => one.name === environment)
    if (
      !scopes.some(({ variables }) =>
        variables.some((one) => one.name === name && (value === undefined || String(one.value) === value)),
      )
    )
      wrong.push(`no variable ${name} = ${value ?? ''}`)
  }
  return wrong
}

/** The columns and rows of a list of objects. */
const tableOf = (rows: readonly Record<string, unknown>[]) => ({
  columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
  count: rows.length,
})

/** Members of JSON bodies that stand in the cells of a table. */
function membersIn(rows: readonly unknown[][]): string[] {
  return rows.flatMap((row) =>
    row.flatMap((cell) => {
      const value = typeof cell === 'string' && cell.startsWith('{') ? parsed(cell) : undefined
      return typeof value === 'object' && value !== null ? Object.keys(value) : []
    }),
  )
}

async function caseProblems(
  expected: NonNullable<Expected['case']>,
  one: Case,
  suite: string,
  project: Project,
): Promise<string[]> {
  const wrong: string[] = []
  if (expected.name !== undefined && one.name !== expected.name) wrong.push(`the case is ${one.name}`)
  if (expected.suite !== undefined && suite !== expected.suite) wrong.push(`it is in ${suite}`)
  let at = 0
  const steps = one.steps.filter(({ disabled }) => !disabled)
  for (const wanted of expected.steps ?? []) {
    const found = steps.findIndex((step, index) => index >= at && fits(step, wanted))
    if (found < 0) {
      wrong.push(`no ${wanted} in ${steps.map(shown).join(', ')}`)
      break
    }
    at = found + 1
  }
  const requests = steps.filter((step) => step.kind === 'send-request')
  const bodies = requests.map(({ body }) => ('text' in body ? parsed(body.text) : undefined))
  for (const [name, value] of Object.entries(expected.body ?? {}))
    if (!bodies.some((body) => JSON.stringify((body as Record<string, unknown> | undefined)?.[name]) === JSON.stringify(value)))
      wrong.push(`no ${name} = ${JSON.stringify(value)} in ${JSON.stringify(bodies)}`)
  for (const [name, value] of Object.entries(expected.query ?? {}))
    if (
      !requests.some(
        ({ query, url }) =>
          query.some((pair) => pair.name === name && pair.value === String(value) && !pair.disabled) ||
          url.includes(`${name}=${value}`),
      )
    )
      wrong.push(`no ${name}=${value} in the query`)
  const checks = steps.flatMap((step) => (step.kind === 'assertion' ? step.checks : []))
  for (const wanted of expected.checks ?? [])
    if (
      !checks.some((check) =>
        Object.entries(wanted).every(
          ([key, value]) => JSON.stringify((check as Record<string, unknown>)[key]) === JSON.stringify(value),
        ),
      )
    )
      wrong.push(`no check ${JSON.stringify(wanted)}`)
  if (expected.valid && project.apis[0]) wrong.push(...(await createMatcher(apiOf(project.apis[0].document)).problems(requests)))
  return wrong
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/:\s*(\$\{[^}]*\})/g, ': "$1"'))
  } catch {
    return undefined
  }
}

const kinds: Record<string, Step['kind']> = {
  transfer: 'data-transfer',
  token: 'oauth2',
  'loop-start': 'loop-start',
  'loop-end': 'loop-end',
  wait: 'wait',
  assert: 'assertion',
}

function fits(step: Step, wanted: string): boolean {
  const [word = '', rest] = wanted.split(' ')
  if (word === 'assert' && rest !== undefined)
    return (
      step.kind === 'assertion' &&
      step.checks.some(
        ({ source, value }) =>
          source === 'status' && (String(value) === rest || (Array.isArray(value) && value.includes(Number(rest)))),
      )
    )
  if (word === 'wait' && rest !== undefined) return step.kind === 'wait' && String(step.seconds) === rest
  const kind = kinds[word]
  if (kind) return step.kind === kind
  return (
    step.kind === 'send-request' &&
    step.method === word &&
    new RegExp(`${(rest ?? '').replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '[^/]+')}$`).test(
      step.url.replace(/\?.*$/s, ''),
    )
  )
}

const shown = (step: Step): string =>
  step.kind === 'send-request'
    ? `${step.method} ${step.url.replace('${baseUrl}', '')}`
    : step.kind === 'assertion'
      ? `assert ${String(step.checks.find(({ source }) => source === 'status')?.value ?? '')}`
      : step.kind
