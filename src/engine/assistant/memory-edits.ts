import type { Edit } from '#engine/project/edit/edit.ts'
import type { Project } from '#engine/project/schema.ts'
import type { Report } from '#engine/runner/report.ts'
import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Memory, RunFailure } from './memory.ts'

/** The memory after a proposal was applied: what "undo that" takes back, and what "it" is. */
export function applied(memory: Memory, set: Pick<ChangeSet, 'project' | 'label' | 'runs'>, edit: Edit): Memory {
  const first = set.runs[0] ?? (memory.focus?.project === set.project ? memory.focus.case : undefined)
  return {
    ...memory,
    // A new project is no change of one: there is nothing to take back.
    ...(edit.changes.length === 0 ? {} : { lastChange: { project: set.project, label: set.label, edit } }),
    focus: { project: set.project, ...(first === undefined ? {} : { case: first }) },
  }
}

/** The memory after a run: its failures, for "why did this fail?". */
export const withFailures = (memory: Memory, failures: readonly RunFailure[]): Memory => ({
  ...memory,
  failures: failures.slice(0, mostFailures),
})

const mostFailures = 20

/** The failures of a run, in the words of its report, which are masked. */
export function failuresOf(project: Pick<Project, 'suites'>, report: Pick<Report, 'suites'>): RunFailure[] {
  const names = new Map(project.suites.flatMap((suite) => suite.cases.map((one) => [one.id, suite.name] as const)))
  return report.suites.flatMap(({ cases }) =>
    cases.flatMap((one): RunFailure[] => {
      const steps = [...one.steps, ...(one.rows ?? []).flatMap((row) => row.steps ?? [])]
      const step = steps.find(({ outcome }) => outcome === 'failed' || outcome === 'broken')
      if (!step) return []
      const check = step.checks?.find(({ passed }) => !passed)
      const status = steps.slice(0, steps.indexOf(step)).findLast((earlier) => earlier.status !== undefined)?.status
      return [
        {
          suite: names.get(one.id) ?? '',
          case: one.name,
          caseId: one.id,
          step: step.name,
          stepId: step.id,
          text: check ? `${check.subject}: ${check.expected}, ${check.actual}` : (step.message ?? step.outcome ?? ''),
          ...(step.hint === undefined ? {} : { hint: step.hint }),
          ...(check ? { check: check.subject, expected: check.expected, actual: check.actual } : {}),
          ...(status === undefined ? {} : { status }),
        },
      ]
    }),
  )
}
