import * as v from 'valibot'
import { counted } from '#engine/base/counted.ts'
import { indexOf, type KnownCase, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { cursor, project } from './arguments.ts'
import { requestsOf } from './lines.ts'
import { operationNamed } from './find-by-name.ts'
import { dataOutput } from './output.ts'
import { foreign, paged } from './page.ts'
import { defineTool } from './tool.ts'

/** What of an operation the cases cover. */
interface Covered {
  cases: Map<KnownCase, string[]>
  /** Statuses that checks expect, by equality. */
  expected: Set<string>
}

const known = new WeakMap<ProjectIndex, ReadonlyMap<KnownOperation, Covered>>()

/** What cases cover, by operation; computed once for an index. */
function coverageOf(index: ProjectIndex): ReadonlyMap<KnownOperation, Covered> {
  const there = known.get(index)
  if (there) return there
  const found = new Map<KnownOperation, Covered>()
  for (const one of index.cases)
    for (const { operation, statuses } of requestsOf(index, one)) {
      if (!operation) continue
      const covered = found.get(operation) ?? { cases: new Map<KnownCase, string[]>(), expected: new Set<string>() }
      found.set(operation, covered)
      covered.cases.set(one, [...(covered.cases.get(one) ?? []), ...statuses])
      for (const status of statuses) for (const each of statusesIn(status)) covered.expected.add(each)
    }
  known.set(index, found)
  return found
}

/** The statuses of an expectation: `is between 200, 299` is all of them. */
function statusesIn(expectation: string): string[] {
  const named = expectation.match(/\b\d{3}\b/g) ?? []
  const [from, to] = named.map(Number)
  if (from === undefined || to === undefined || !expectation.includes('between') || expectation.startsWith('not')) return named
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at))
}

/** Documented statuses that no check of the project expects. */
function missingStatuses({ api }: KnownOperation, expected: ReadonlySet<string>): string[] {
  const documented = api?.api.operation(api.key)?.responses.map(({ status }) => status) ?? []
  return documented.filter((status) =>
    /^\dXX$/.test(status)
      ? ![...expected].some((one) => one.startsWith(status.charAt(0)))
      : status !== 'default' && !expected.has(status),
  )
}

/** Which cases cover an operation, for who reads it. */
export function coverageOfOperation(index: ProjectIndex, operation: KnownOperation): string[] {
  const { cases, expected } = coverageOf(index).get(operation) ?? {
    cases: new Map<KnownCase, string[]>(),
    expected: new Set<string>(),
  }
  const missing = missingStatuses(operation, expected)
  return [
    cases.size === 0 ? 'covered by no case' : 'covered by:',
    ...[...cases]
      .slice(0, 20)
      .map(
        ([{ suite, one }, statuses]) =>
          `- ${foreign(one.name, 80)} [${one.id}] in suite ${foreign(suite.name, 60)} → ${statuses.join(', ') || 'no status'}`,
      ),
    ...(cases.size > 20 ? [`- and ${counted(cases.size - 20, 'more case')}`] : []),
    ...(missing.length > 0 ? [`documented statuses that no case expects: ${missing.join(', ')}`] : []),
  ]
}

/** Which cases cover which operations. */
export const coverage = defineTool({
  name: 'coverage',
  description:
    'Which cases cover which operations (or one), with the statuses they expect and the documented ones no case expects. "uncovered": only operations without cases.',
  input: v.strictObject({
    operation: v.optional(v.string()),
    uncovered: v.optional(v.boolean(), false),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ operation: wanted, uncovered, cursor: from }, { loaded }) {
    const index = indexOf(loaded.project)
    if (wanted !== undefined) {
      const operation = operationNamed(index, wanted)
      return { result: paged(foreign(operation.name), coverageOfOperation(index, operation), from) }
    }
    const covered = coverageOf(index)
    const without = index.operations.filter((one) => !covered.has(one))
    const lines = [
      ...without.map(({ name }) => `${foreign(name, 160)} · no case`),
      ...(uncovered ? [] : [...covered].map(([operation, one]) => coveredLine(operation, one))),
    ]
    return {
      result: paged(
        `${index.operations.length - without.length} of ${counted(index.operations.length, 'operation')} have a case.`,
        lines,
        from,
      ),
    }
  },
})

function coveredLine(operation: KnownOperation, { cases, expected }: Covered): string {
  const missing = missingStatuses(operation, expected)
  return [
    foreign(operation.name, 160),
    counted(cases.size, 'case'),
    ...(expected.size > 0 ? [`expects ${[...expected].toSorted().join(', ')}`] : []),
    ...(missing.length > 0 ? [`never expects ${missing.join(', ')}`] : []),
  ].join(' · ')
}
