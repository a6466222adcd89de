import type { LoadTest, Stage, Threshold } from '#engine/project/load-test.ts'
import { listCode, objectOf, quote, valueOf, type Code } from './code.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

/** `export const options`: the scenario and the thresholds. */
export function optionsCode(test: LoadTest, script: Script): Code {
  const scenario = test.executor === 'rate' ? byRate(test, script) : byUsers(test, script)
  const thresholds = thresholdsOf(test, script)
  const insecure = (script.environment?.insecureHosts.length ?? 0) > 0
  if (insecure) script.note(texts.insecure)
  const hasTests = thresholds.length > 0
  return objectOf(
    [
      ['scenarios', objectOf([[script.names.of(test.name, 'load'), scenario]], true)],
      [
        'thresholds',
        hasTests
          ? objectOf(
              thresholds.map(([name, rules]) => [name, valueOf(rules)]),
              true,
            )
          : undefined,
      ],
      ['summaryTrendStats', valueOf(['avg', 'min', 'max', 'p(50)', 'p(90)', 'p(95)', 'p(99)'])],
      ['insecureSkipTLSVerify', insecure ? 'true' : undefined],
    ],
    true,
  )
}

const seconds = (count: number): string => (Number.isInteger(count) ? `${count}s` : `${Math.round(count * 1000)}ms`)

/** Stages that take no time are where the next one starts. */
function stagesOf<T>(
  stages: readonly Stage[],
  valueAt: (stage: Stage, before: number) => number,
  make: (value: number, stage: Stage) => T,
) {
  let value = 0
  let start = 0
  const made: T[] = []
  for (const stage of stages) {
    value = valueAt(stage, value)
    if (stage.duration === 0 && made.length === 0) start = value
    else made.push(make(value, stage))
  }
  return { start, made }
}

function byUsers({ stages }: Pick<LoadTest, 'stages'>, script: Script): Code {
  if (stages.length === 0) {
    script.note(texts.noStages)
    return objectOf(
      [
        ['executor', quote('per-vu-iterations')],
        ['vus', '1'],
        ['iterations', '1'],
      ],
      true,
    )
  }
  if (stages.some(({ users = 0 }) => !Number.isInteger(users))) script.note(texts.wholeUsers)
  const { start, made } = stagesOf(
    stages,
    ({ users }, before) => Math.round(users ?? before),
    (target, { duration }) => ({ duration, target }),
  )
  const total = made.reduce((sum, { duration }) => sum + duration, 0)
  if (made.length > 0 && made.every(({ target }) => target === start) && start > 0)
    return objectOf(
      [
        ['executor', quote('constant-vus')],
        ['vus', String(start)],
        ['duration', quote(seconds(total))],
      ],
      true,
    )
  return objectOf(
    [
      ['executor', quote('ramping-vus')],
      ['startVUs', String(start)],
      [
        'stages',
        listCode(
          made.map(({ duration, target }) => valueOf({ duration: seconds(duration), target })),
          true,
        ),
      ],
    ],
    true,
  )
}

function byRate({ stages, maxUsers = 100 }: LoadTest, script: Script): Code {
  if (stages.length === 0) return byUsers({ stages }, script)
  // k6 has whole rates; the unit of time is so long that they are.
  const unit =
    [1, 10, 100, 1_000].find((one) => stages.every(({ rate = 0 }) => Number.isInteger(Math.round(rate * one * 1e6) / 1e6))) ??
    1_000
  const { start, made } = stagesOf(
    stages,
    ({ rate }, before) => (rate === undefined ? before : Math.round(rate * unit)),
    (target, { duration }) => ({ duration: seconds(duration), target }),
  )
  return objectOf(
    [
      ['executor', quote('ramping-arrival-rate')],
      ['startRate', String(start)],
      ['timeUnit', quote(`${unit}s`)],
      ['preAllocatedVUs', String(Math.min(maxUsers, 50))],
      ['maxVUs', String(maxUsers)],
      [
        'stages',
        listCode(
          made.map((stage) => valueOf(stage)),
          true,
        ),
      ],
    ],
    true,
  )
}

const orders: Readonly<Record<Threshold['is'], string>> = {
  'less-than': '<',
  'at-most': '<=',
  'greater-than': '>',
  'at-least': '>=',
}

/** k6's name for an aggregate. */
const aggregate = (name: string): string => (name.startsWith('p') ? `p(${name.slice(1)})` : name)

/** The name of the trend that measures iterations where k6's own would measure think time too. */
export const iterationTrend = 'iteration_without_think_time'

function thresholdsOf({ thresholds, think, executor }: LoadTest, script: Script): [string, string[]][] {
  const iteration = isTimed({ think, executor, thresholds }) ? iterationTrend : 'iteration_duration'
  const found = new Map<string, string[]>()
  for (const { metric, is, value } of thresholds) {
    const [what = '', of = ''] = metric.split('.')
    if (metric === 'resets.count') {
      script.note(texts.resets)
      continue
    }
    const known = metricsOfK6(iteration)[what]?.(of)
    if (!known) {
      script.note(texts.unknownMetric(metric))
      continue
    }
    if (what === 'late') script.note(texts.late)
    const rules = found.get(known.name) ?? []
    rules.push(`${known.of}${orders[is]}${value}`)
    found.set(known.name, rules)
  }
  return [...found]
}

/** Whether iterations are measured by the script itself. */
export const isTimed = ({ think = 0, executor, thresholds }: Pick<LoadTest, 'think' | 'executor' | 'thresholds'>): boolean =>
  think > 0 && executor !== 'rate' && thresholds.some(({ metric }) => metric.startsWith('iteration.'))

const metricsOfK6 = (iteration: string): Readonly<Record<string, (of: string) => { name: string; of: string }>> => ({
  duration: (of) => ({ name: 'http_req_duration', of: aggregate(of) }),
  iteration: (of) => ({ name: iteration, of: aggregate(of) }),
  failure: (of) => ({ name: 'failure', of }),
  checks: (of) => ({ name: 'checks', of }),
  requests: (of) => ({ name: 'http_reqs', of }),
  iterations: (of) => ({ name: 'iterations', of }),
  late: (of) => ({ name: 'dropped_iterations', of }),
})
