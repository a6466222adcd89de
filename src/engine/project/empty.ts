import type { Case, Environment, Project, Suite, Variable } from './format/schema.ts'

/** Creates a short random id; the host's randomness is appended. */
export type NewId = () => string

/** A project with nothing in it yet. */
export const emptyProject = (id: string, name: string): Project => ({
  format: 'aprj',
  version: 1,
  id,
  name,
  description: '',
  environments: [],
  variables: [],
  connections: [],
  dataSources: [],
  apis: [],
  suites: [],
  loadTests: [],
  designs: [],
})

/** A suite with nothing in it, also as a head holds it. */
export const emptySuite = (id: string, name: string): Omit<Suite, 'cases'> & { cases: never[] } => ({
  id,
  name,
  description: '',
  variables: [],
  cases: [],
})

/** A case with nothing in it. */
export const emptyCase = (id: string, name: string): Case => ({
  id,
  name,
  description: '',
  tags: [],
  variables: [],
  onFailure: 'stop',
  steps: [],
})

/** An environment with nothing in it. */
export const emptyEnvironment = (id: string, name: string): Environment => ({
  id,
  name,
  description: '',
  insecureHosts: [],
  variables: [],
})

/** A variable to be filled in. */
export const emptyVariable = (name: string): Variable => ({ name, value: '', description: '' })

/** A project to start with: one suite and one case, ready for its first step. */
export const firstProject = (newId: NewId, names: { project: string; suite: string; case: string }): Project => ({
  ...emptyProject(newId(), names.project),
  suites: [{ ...emptySuite(newId(), names.suite), cases: [emptyCase(newId(), names.case)] }],
})
