import type { Case, Project, Step } from '#engine/project/schema.ts'
import { emptyCase } from '#engine/project/empty.ts'

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
    format: 'aprj',
    version: 1,
    id: 'p1',
    name: 'Project',
    description: '',
    environments: [],
    variables: [],
    connections: [],
    dataSources: [],
    loadTests: [],
    suites: suites.map((counts, at) => ({
      id: `s${at + 1}`,
      name: `Suite ${at + 1}`,
      description: '',
      variables: [],
      cases: counts.map((steps) => caseOf(`c${++cases}`, steps)),
    })),
  }
}
