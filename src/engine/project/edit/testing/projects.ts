import type { Case, Project, Step } from '../../format/schema.ts'
import { emptyCase, emptyProject, emptySuite } from '../../empty.ts'

/** A Wait step: the smallest that there is. */
export const waitStep = (id: string, name = id): Step => ({
  id,
  kind: 'wait',
  name,
  description: '',
  disabled: false,
  seconds: 0,
})

/** A case of Wait steps. */
export const caseOf = (id: string, steps: number): Case => ({
  ...emptyCase(id, `Case ${id}`),
  steps: Array.from({ length: steps }, (_, at) => waitStep(`${id}-${at + 1}`, `Step ${at + 1}`)),
})

/** A project: for each suite how many steps each of its cases has. */
export function projectOf(...suites: number[][]): Project {
  let cases = 0
  return {
    ...emptyProject('p1', 'Project'),
    suites: suites.map((counts, at) => ({
      ...emptySuite(`s${at + 1}`, `Suite ${at + 1}`),
      cases: counts.map((steps) => caseOf(`c${++cases}`, steps)),
    })),
  }
}
