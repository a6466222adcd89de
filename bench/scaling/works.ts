// Over 400 lines: one list of work whose time must grow linearly, each with an input that could make it grow faster.
// `src/scaling.test.ts` checks the growth, `npm run bench` prints the times.
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { lazyProblems } from '#engine/project/check/lazy-problems.ts'
import { literalSecrets } from '#engine/project/problems/literal-secrets.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { salvageProject } from '#engine/project/format/salvage.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import { loadReporters } from '#engine/reporters/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import { readTemplate } from '#engine/templates/parse.ts'

/** One kind of work: `prepare` makes what a size needs, what it gives does the work once. */
export interface Work {
  group: 'parse' | 'check' | 'resolve' | 'plan' | 'fold' | 'mask' | 'reports'
  name: string
  /** The larger one of the two sizes that are compared; the smaller one is an eighth of it. */
  size: number
  prepare(size: number): () => unknown
  /** The test compares it too; the others are for the table alone. */
  watched?: true
}

const list = <T>(size: number, make: (index: number) => T): T[] => Array.from({ length: size }, (_, index) => make(index))

const fileOf = (parts: object): string => `${JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', ...parts })}\n`

/** The parts of a project with one case. */
const oneCase = (parts: object, more: object = {}) => ({
  suites: [{ id: 'u', name: 'S', cases: [{ id: 'c', name: 'C', ...parts }] }],
  ...more,
})

const request = (index: number, more: object = {}) => ({
  id: `r${index}`,
  kind: 'send-request',
  name: `Request ${index}`,
  url: 'http://127.0.0.1',
  ...more,
})

const assertion = (index: number, more: object = {}) => ({
  id: `a${index}`,
  kind: 'assertion',
  name: `Check ${index}`,
  checks: [{ source: 'status', is: 'equals', value: 200 }],
  ...more,
})

const token = (index: number, more: object = {}) => ({
  id: `t${index}`,
  kind: 'oauth2',
  name: `Token ${index}`,
  grantType: 'ClientCredentials',
  issuer: 'http://127.0.0.1',
  clientId: 'client',
  ...more,
})

function projectOf(parts: object): Project {
  const read = readProject(fileOf(parts))
  if (!read.ok) throw new Error(read.error.message)
  return read.value.project
}

/** Everything that `assay check` does with a project. */
const checking = (parts: object) => {
  const project = projectOf(parts)
  return async () => [
    problemsOf(project),
    await lazyProblems(structuredClone(project)),
    literalSecrets(project),
    secretsNeeded(project),
  ]
}

const reading = (parts: object) => {
  const text = fileOf(parts)
  return () => readProject(text)
}

let made = 0
/** A text that hasn't been read before: parsed templates are kept. */
const fresh = (text: string): string => `${++made} ${text}`

const variable = (name: string, value: unknown) => ({ name, value })

function scopesOf(variables: { name: string; value: string }[]) {
  const run = createRunScopes({
    project: variables,
    seed: 1,
    clock: { now: () => 0, monotonic: () => performance.now(), sleep: () => Promise.resolve() },
    secrets: { get: async (id: string) => `value of ${id}` },
    redactor: createRedactor(),
    signal: new AbortController().signal,
  })
  return run.suite([], 's').case([], 'c')
}

/** Resolves a template in a new run. */
const resolving = (template: string, variables: { name: string; value: string }[] = [variable('x', 'value') as never]) => {
  return () => scopesOf(variables).resolve(fresh(template), { escape: 'json' })
}

/** The events of a run of `cases` cases with `steps` steps each, every one of them failed. */
export function eventsOf(cases: number, steps: number, { attempts = 1, rows = 0, checks = 1 } = {}): RunEvent[] {
  const events: RunEvent[] = []
  const add = (event: object) => events.push({ seq: events.length + 1, at: events.length, ...event } as RunEvent)
  const total = { suites: 1, cases, steps: cases * steps }
  add({ type: 'run-started', run: 'r', project: { id: 'p', name: 'P' }, startedAt: '2026-01-01T00:00:00Z', seed: 1, total })
  const counts = { passed: 0, failed: steps, broken: 0, skipped: 0, cancelled: 0 }
  const stepEvents = (place: object, step: string) => {
    add({ type: 'step-started', ...place, step })
    for (let check = 0; check < checks; check++)
      add({
        type: 'checked',
        ...place,
        step,
        check: { passed: false, subject: 'status', expected: '200', actual: `number ${check}` },
      })
    add({ type: 'noted', ...place, step, level: 'warning', text: 'something' })
    add({ type: 'step-finished', ...place, step, duration: 1, outcome: 'failed', message: 'It failed.' })
  }
  for (let attempt = 1; attempt <= attempts; attempt++)
    for (let index = 0; index < cases; index++) {
      const id = `c${index}`
      const planned = list(steps, (step) => ({
        id: `s${step}`,
        kind: 'assertion',
        name: 'Step',
        ...(rows > 0 ? { loop: 'l' } : {}),
      }))
      const loop = rows > 0 ? [{ id: 'l', kind: 'loop-start', name: 'Loop' }] : []
      const begin = { suite: { id: 'u', name: 'S' }, case: { id, name: id }, steps: [...loop, ...planned] }
      add({ type: 'case-started', ...begin, ...(attempt > 1 ? { attempt } : {}) })
      for (let row = 1; row <= rows; row++) {
        add({ type: 'row-started', case: id, rows: [row], step: 'l', values: { number: String(row) } })
        for (const step of planned) stepEvents({ case: id, rows: [row] }, step.id)
        add({ type: 'row-finished', case: id, rows: [row], step: 'l', outcome: 'failed', duration: 1, counts })
      }
      if (rows === 0) for (const step of planned) stepEvents({ case: id }, step.id)
      add({ type: 'case-finished', case: id, outcome: 'failed', duration: 1, counts })
    }
  add({ type: 'run-finished', outcome: 'failed', duration: 1, counts })
  return events
}

const folding = (events: RunEvent[]) => () => {
  const report = emptyReport()
  for (const event of events) fold(report, event)
  return report
}

const reporters = await loadReporters()
const reporting = (events: RunEvent[]) => () => reporters.map((reporter) => reportOf(reporter, events).length)

/** A redactor that knows so many secrets. */
function knowing(
  count: number,
  value: (index: number) => string,
  name: (index: number) => string = (index) => `secret ${index}`,
) {
  const redactor = createRedactor()
  for (let index = 0; index < count; index++) redactor.add(name(index), value(index))
  return redactor
}

/** Every piece of work that is measured. */
export const works: readonly Work[] = [
  {
    group: 'parse',
    name: 'references in one text',
    size: 200_000,
    prepare: (n) => reading(oneCase({ steps: [request(1, { url: '${x}'.repeat(n) })] })),
  },
  {
    group: 'parse',
    name: 'references over many lines',
    watched: true,
    size: 100_000,
    prepare: (n) => () => readTemplate(fresh('"${x}",\n'.repeat(n))),
  },
  { group: 'parse', name: 'references never closed', size: 400_000, prepare: (n) => () => readTemplate(fresh('${'.repeat(n))) },
  {
    group: 'parse',
    name: 'functions never closed',
    watched: true,
    size: 400_000,
    prepare: (n) => () => readTemplate(fresh('${random.pick('.repeat(n))),
  },
  {
    group: 'parse',
    name: 'functions whose text never ends',
    size: 400_000,
    prepare: (n) => () => readTemplate(fresh("${f('".repeat(n))),
  },
  {
    group: 'parse',
    name: 'things that are no reference',
    watched: true,
    size: 200_000,
    prepare: (n) => () => readTemplate(fresh('${1}'.repeat(n))),
  },
  {
    group: 'parse',
    name: 'functions that are not there',
    size: 100_000,
    prepare: (n) => () => readTemplate(fresh('${random.nothing}'.repeat(n))),
  },
  {
    group: 'parse',
    name: 'names for completion',
    // An eighth of it has to outgrow the space for new objects too, or what is compared is garbage collection with none.
    size: 800_000,
    prepare: (n) => () => namesIn(list(n / 8, (index) => ({ text: fresh(`\${x${index}}`.repeat(8)) }))),
  },
  {
    group: 'parse',
    name: 'unknown keys in one object',
    watched: true,
    size: 60_000,
    prepare: (n) => reading(Object.fromEntries(list(n, (index) => [`key${index}`, index]))),
  },
  {
    group: 'parse',
    name: 'unknown keys in many objects',
    size: 40_000,
    prepare: (n) => reading(oneCase({ steps: list(n, (index) => request(index, { nmae: 1 })) })),
  },
  {
    group: 'parse',
    name: 'values of the wrong type',
    size: 40_000,
    prepare: (n) => reading(oneCase({ steps: list(n, (index) => request(index, { url: 5 })) })),
  },
  {
    group: 'parse',
    name: 'ids that stand twice',
    size: 40_000,
    prepare: (n) => reading(oneCase({ steps: list(n, () => request(1)) })),
  },
  {
    group: 'parse',
    name: 'keys that stand twice',
    size: 100_000,
    prepare: (n) => {
      const text = `{"format":"aprj","version":1,"id":"p",${'"name":"P",'.repeat(n)}"name":"P"}`
      return () => readProject(text)
    },
  },
  {
    group: 'parse',
    name: 'a mistake at the end',
    size: 400_000,
    prepare: (n) => {
      const text = `{"format":"aprj","version":1,"id":"p","name":"P","suites":[${'\n1,'.repeat(n)}`
      return () => readProject(text)
    },
  },
  {
    group: 'parse',
    name: 'what can be salvaged',
    size: 20_000,
    prepare: (n) => {
      const text = fileOf(oneCase({ steps: list(n, () => request(1, { nmae: 1 })) })).slice(0, -8)
      return () => salvageProject(text)
    },
  },
  {
    group: 'parse',
    name: 'a good file, written',
    size: 10_000,
    prepare: (n) => {
      const project = projectOf(oneCase({ steps: list(n, (index) => request(index)) }))
      return () => readProject(writeProject(project))
    },
  },

  {
    group: 'check',
    name: 'a case of many steps',
    size: 20_000,
    prepare: (n) => checking(oneCase({ steps: list(n, (index) => request(index)) })),
  },
  {
    group: 'check',
    name: 'many cases',
    size: 10_000,
    prepare: (n) =>
      checking({
        suites: [{ id: 'u', name: 'S', cases: list(n, (index) => ({ id: `c${index}`, name: 'C', steps: [request(index)] })) }],
      }),
  },
  {
    group: 'check',
    name: 'references to steps that are not there',
    watched: true,
    size: 20_000,
    prepare: (n) => checking(oneCase({ steps: list(n, (index) => assertion(index, { step: `gone${index}` })) })),
  },
  {
    group: 'check',
    name: 'references to later steps',
    watched: true,
    size: 10_000,
    prepare: (n) =>
      checking(
        oneCase({
          steps: [...list(n, (index) => assertion(index, { step: `r${index}` })), ...list(n, (index) => request(index))],
        }),
      ),
  },
  {
    group: 'check',
    name: 'loops that are never ended',
    size: 20_000,
    prepare: (n) =>
      checking(oneCase({ steps: list(n, (index) => ({ id: `l${index}`, kind: 'loop-start', name: 'L', dataSource: 'd' })) })),
  },
  {
    group: 'check',
    name: 'broken templates',
    size: 20_000,
    prepare: (n) => checking(oneCase({ steps: list(n, (index) => request(index, { url: '${' })) })),
  },
  {
    group: 'check',
    name: 'variables that stand twice',
    size: 40_000,
    prepare: (n) => checking({ variables: list(n, () => variable('x', '${')) }),
  },
  {
    group: 'check',
    name: 'a chain of start values',
    size: 20_000,
    prepare: (n) => checking({ variables: list(n, (index) => variable(`v${index}`, `\${v${index + 1}}`)) }),
  },
  {
    group: 'check',
    name: 'circles of start values',
    size: 80_000,
    prepare: (n) => checking({ variables: list(n, (index) => variable(`v${index}`, `\${v${index}}`)) }),
  },
  {
    group: 'check',
    name: 'one circle of start values',
    size: 80_000,
    prepare: (n) => checking({ variables: list(n, (index) => variable(`v${index}`, `\${v${(index + 1) % n}}`)) }),
  },
  {
    group: 'check',
    name: 'start values that all refer to all',
    size: 40_000,
    prepare: (n) => {
      const names = list(Math.ceil(Math.sqrt(n)), (index) => `\${v${index}}`).join('')
      return checking({ variables: list(Math.ceil(Math.sqrt(n)), (index) => variable(`v${index}`, names)) })
    },
  },
  {
    group: 'check',
    name: 'environments beside cases',
    watched: true,
    size: 4_000,
    prepare: (n) =>
      checking({
        environments: list(n, (index) => ({ id: `e${index}`, name: `E${index}`, variables: [variable('base', `${index}`)] })),
        suites: [
          {
            id: 'u',
            name: 'S',
            cases: list(n, (index) => ({ id: `c${index}`, name: 'C', variables: [variable('url', '${base}/x')] })),
          },
        ],
      }),
  },
  {
    group: 'check',
    name: 'environments beside circles',
    size: 4_000,
    prepare: (n) =>
      checking({
        environments: list(n, (index) => ({ id: `e${index}`, name: `E${index}`, variables: [variable('base', '${url}')] })),
        suites: [
          {
            id: 'u',
            name: 'S',
            cases: list(n, (index) => ({ id: `c${index}`, name: 'C', variables: [variable('url', '${base}/x')] })),
          },
        ],
      }),
  },
  {
    group: 'check',
    name: 'values in clear',
    size: 40_000,
    prepare: (n) =>
      checking(
        oneCase({ steps: [request(1, { headers: list(n, () => ({ name: 'authorization', value: 'Bearer abcdefgh' })) })] }),
      ),
  },
  {
    group: 'check',
    name: 'secrets',
    size: 20_000,
    prepare: (n) => checking(oneCase({ steps: list(n, (index) => token(index, { clientSecret: { secret: 'one' } })) })),
  },
  {
    group: 'check',
    name: "transfers to names that can't be",
    size: 20_000,
    prepare: (n) =>
      checking(
        oneCase({
          steps: [{ id: 'd', kind: 'data-transfer', name: 'D', transfers: list(n, () => ({ source: 'status', to: 'now' })) }],
        }),
      ),
  },

  {
    group: 'resolve',
    name: 'references in one text',
    watched: true,
    size: 80_000,
    prepare: (n) => resolving('"${x}",'.repeat(n)),
  },
  {
    group: 'resolve',
    name: 'secrets in one text',
    size: 100_000,
    prepare: (n) => resolving('"${x}",'.repeat(n), [variable('x', { secret: 's' }) as never]),
  },
  {
    group: 'resolve',
    name: 'variables in one text',
    size: 40_000,
    prepare: (n) =>
      resolving(
        list(n, (index) => `\${v${index}}`).join(),
        list(n, (index) => ({ name: `v${index}`, value: '${uuid}' })),
      ),
  },
  {
    group: 'resolve',
    name: 'a start value of many references',
    // As above.
    size: 800_000,
    prepare: (n) => () =>
      resolving('${long}', [
        { name: 'x', value: '1' },
        { name: 'long', value: fresh('${x}'.repeat(n)) },
      ])(),
  },
  {
    group: 'resolve',
    name: 'an unknown one among many',
    size: 40_000,
    prepare: (n) => {
      const variables = list(n, (index) => ({ name: `variable${index}`, value: '1' }))
      return () => resolving('${variabel7}', variables)().catch(() => '')
    },
  },
  {
    group: 'resolve',
    name: 'unknown ones, one after the other',
    size: 4_000,
    prepare: (n) => {
      const scopes = scopesOf(list(n, (index) => ({ name: `variable${index}`, value: '1' })))
      return async () => {
        for (let index = 0; index < n; index++) await scopes.resolve(`\${variabel${index}}`).catch(() => '')
      }
    },
  },
  {
    group: 'resolve',
    name: 'bound tokens in one text',
    watched: true,
    size: 20_000,
    prepare: (n) => () => {
      const scopes = scopesOf([])
      scopes.setLive('TestCase', 't', { current: async () => 'token-token', scheme: 'DPoP' })
      return scopes.resolve('Bearer ${t},'.repeat(n))
    },
  },

  {
    group: 'plan',
    name: 'a case of many steps',
    size: 20_000,
    prepare: (n) => {
      const project = projectOf(oneCase({ steps: list(n, (index) => request(index)) }))
      return () => plan(project)
    },
  },
  {
    group: 'plan',
    name: 'references to steps that are not there',
    watched: true,
    size: 20_000,
    prepare: (n) => {
      const project = projectOf(oneCase({ steps: list(n, (index) => assertion(index, { step: 'gone' })) }))
      return () => plan(project)
    },
  },
  {
    group: 'plan',
    name: 'problems of disabled steps',
    watched: true,
    size: 20_000,
    prepare: (n) => {
      const project = projectOf(
        oneCase({
          steps: [
            ...list(n, (index) => assertion(index, { step: 'gone', disabled: true })),
            ...list(n, (index) => request(index)),
          ],
        }),
      )
      return () => plan(project)
    },
  },
  {
    group: 'plan',
    name: 'cases by their ids',
    watched: true,
    size: 10_000,
    prepare: (n) => {
      const cases = list(n, (index) => ({ id: `c${index}`, name: 'C', steps: [request(index)], tags: [`t${index}`] }))
      const project = projectOf({ suites: [{ id: 'u', name: 'S', cases }] })
      return () => plan(project, { selection: { cases: cases.map(({ id }) => id) } })
    },
  },
  {
    group: 'plan',
    name: 'cases by their tags',
    size: 10_000,
    prepare: (n) => {
      const cases = list(n, (index) => ({ id: `c${index}`, name: 'C', steps: [request(index)], tags: [`t${index}`] }))
      const project = projectOf({ suites: [{ id: 'u', name: 'S', cases }] })
      return () => plan(project, { selection: { tags: cases.flatMap(({ tags }) => tags) } })
    },
  },
  {
    group: 'plan',
    name: 'suites by their ids',
    size: 10_000,
    prepare: (n) => {
      const suites = list(n, (index) => ({
        id: `u${index}`,
        name: 'S',
        cases: [{ id: `c${index}`, name: 'C', steps: [request(index)] }],
      }))
      const project = projectOf({ suites })
      return () => plan(project, { selection: { suites: suites.map(({ id }) => id) } })
    },
  },
  {
    group: 'plan',
    name: 'loops in loops',
    size: 4_000,
    prepare: (n) => {
      const steps = [
        ...list(n, (index) => ({ id: `l${index}`, kind: 'loop-start', name: 'L', dataSource: 'd' })),
        ...list(n, (index) => ({ id: `e${index}`, kind: 'loop-end', name: 'E' })),
      ]
      const project = projectOf(oneCase({ steps }))
      return () => plan(project)
    },
  },
  {
    group: 'plan',
    name: 'one step and its tokens',
    watched: true,
    size: 4_000,
    prepare: (n) => {
      const steps = [
        ...list(n, (index) => token(index, { clientId: `\${t${index - 1}}`, variableName: `t${index}` })),
        request(1, { url: `\${t${n - 1}}` }),
      ]
      const project = projectOf(oneCase({ steps }))
      return () => plan(project, { selection: { step: { case: 'c', step: 'r1' } } })
    },
  },

  { group: 'fold', name: 'many cases', size: 20_000, prepare: (n) => folding(eventsOf(n, 2)) },
  { group: 'fold', name: 'many steps', size: 40_000, prepare: (n) => folding(eventsOf(1, n)) },
  { group: 'fold', name: 'many rows', watched: true, size: 40_000, prepare: (n) => folding(eventsOf(1, 2, { rows: n })) },
  { group: 'fold', name: 'many checks', watched: true, size: 100_000, prepare: (n) => folding(eventsOf(1, 1, { checks: n })) },
  { group: 'fold', name: 'cases that begin again', size: 10_000, prepare: (n) => folding(eventsOf(n, 1, { attempts: 2 })) },

  {
    group: 'mask',
    name: 'a long text',
    size: 2_000_000,
    prepare: (n) => {
      const redactor = knowing(20, (index) => `s3cret-${index}-value`)
      const text = 'nothing to see s3cret-7-valu '.repeat(n / 29)
      return () => redactor.mask(text)
    },
  },
  {
    group: 'mask',
    name: 'a text full of secrets',
    watched: true,
    size: 400_000,
    prepare: (n) => {
      const redactor = knowing(20, (index) => `s3cret-${index}-value`)
      const text = 's3cret-7-value,'.repeat(n / 15)
      return () => redactor.mask(text)
    },
  },
  {
    group: 'mask',
    name: 'a long body',
    size: 2_000_000,
    prepare: (n) => {
      const redactor = knowing(20, (index) => `s3cret-${index}-value`)
      const body = new TextEncoder().encode('nothing to see s3cret-7-value '.repeat(n / 30))
      return () => redactor.maskBytes(body)
    },
  },
  { group: 'mask', name: 'many secrets', size: 2_000, prepare: (n) => () => knowing(n, (index) => `${index * 7919}-s3cret`) },
  {
    group: 'mask',
    name: 'many secrets that begin alike',
    watched: true,
    size: 4_000,
    prepare: (n) => () => knowing(n, (index) => `access-token-${index}`).mask('access-token, access-token-7-'.repeat(n)),
  },
  {
    group: 'mask',
    name: 'many values of one name',
    watched: true,
    size: 4_000,
    prepare: (n) => () =>
      knowing(
        n,
        (index) => `${index * 7919}-s3cret`,
        () => 'access_token',
      ),
  },
  {
    group: 'mask',
    name: 'a long secret',
    size: 400_000,
    prepare: (n) => () => knowing(1, () => 'a"b/'.repeat(n / 4)).mask('x'.repeat(n)),
  },

  { group: 'reports', name: 'many cases', size: 8_000, prepare: (n) => reporting(eventsOf(n, 2)) },
  { group: 'reports', name: 'many steps', watched: true, size: 20_000, prepare: (n) => reporting(eventsOf(1, n)) },
  { group: 'reports', name: 'many rows', size: 20_000, prepare: (n) => reporting(eventsOf(1, 2, { rows: n })) },
  { group: 'reports', name: 'many checks', size: 20_000, prepare: (n) => reporting(eventsOf(1, 1, { checks: n })) },
]
