import { cornersOf, dueUntil, secondsOf } from '#engine/load/curve.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Case } from '#engine/project/format/schema.ts'

/** Hosts in the URLs of cases that are not among those that the project names by its variables. */
export function unnamedHosts(cases: readonly Case[], named: readonly string[]): string[] {
  const known = new Set(named)
  const written = cases.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      'url' in step && typeof step.url === 'string' ? (/^https?:\/\/([^/:?#$]+)/i.exec(step.url)?.[1] ?? []) : [],
    ),
  )
  return [...new Set(written.map((host) => host.toLowerCase()))].filter((host) => !known.has(host))
}

/**
 * How many iterations and requests a load test will come to, by its stages and by what the last run of it measured. Undefined
 * where users repeat the cases, and no one knows yet how long that takes.
 */
export function forecastOf(
  test: LoadTest,
  measured: LoadReport['summary'] | undefined,
  cases: readonly Case[],
): { iterations: number; requests: number } | undefined {
  const known = measured && measured.iterations > 0 ? measured : undefined
  const isRate = test.executor === 'rate'
  if (!isRate && !known) return undefined
  const area = dueUntil(cornersOf(test), secondsOf(test.stages))
  const iterations = isRate ? area : area / ((known?.iteration.avg ?? 0) / 1000 + (test.think ?? 0))
  const each = known
    ? known.requests / known.iterations
    : cases.reduce((sum, { steps }) => sum + steps.filter((step) => 'url' in step).length, 0)
  return { iterations, requests: iterations * each }
}

/** Turns a load test into one of users or of a rate, its stages with the same numbers. */
export function changeExecutor(draft: LoadTest, executor: 'users' | 'rate'): void {
  if ((draft.executor ?? 'users') === executor) return
  if (executor === 'rate') draft.executor = executor
  else delete draft.executor
  draft.stages = draft.stages.map(({ duration, users, rate }) =>
    executor === 'rate' ? { duration, rate: rate ?? users ?? 0 } : { duration, users: users ?? rate ?? 0 },
  )
}
