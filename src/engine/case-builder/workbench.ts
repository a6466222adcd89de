import type { NewId } from '#engine/project/empty.ts'
import { emptyCase, emptySuite } from '#engine/project/empty.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Case, Project, Suite, Variable } from '#engine/project/format/schema.ts'
import type { Assumption } from './change-set/change-set.ts'
import { indexOf, type ProjectIndex } from './project-index.ts'
import type { BuilderTexts } from './texts.ts'

/** A copy of a project that a plan is run on; what no one touches is shared with the project. */
export class Workbench<T extends BuilderTexts = BuilderTexts> {
  readonly before: Project
  readonly project: Project
  readonly index: ProjectIndex
  readonly newId: NewId
  readonly texts: T
  readonly assumptions: Assumption[] = []
  readonly warnings: string[] = []
  /** Ids of cases that are new or changed, in order. */
  readonly cases = new Set<string>()
  loadTest: string | undefined
  readonly #touched = new Set<string>()

  constructor(project: Project, newId: NewId, texts: T) {
    this.before = project
    this.index = indexOf(project)
    this.newId = newId
    this.texts = texts
    this.project = {
      ...project,
      environments: structuredClone(project.environments),
      variables: structuredClone(project.variables),
      dataSources: [...project.dataSources],
      apis: [...project.apis],
      designs: [...project.designs],
      suites: project.suites.map((suite) => ({ ...suite, variables: structuredClone(suite.variables), cases: [...suite.cases] })),
      loadTests: structuredClone(project.loadTests),
    }
  }

  /** A case that can be changed. */
  edit(id: string): Case | undefined {
    for (const suite of this.project.suites) {
      const at = suite.cases.findIndex((one) => one.id === id)
      const found = suite.cases[at]
      if (!found) continue
      if (this.#touched.has(id)) return found
      const copy = structuredClone(found)
      suite.cases[at] = copy
      this.#touched.add(id)
      this.cases.add(id)
      return copy
    }
    return undefined
  }

  /** The suite that a case is in. */
  suiteOf(id: string): Suite | undefined {
    return this.project.suites.find(({ cases }) => cases.some((one) => one.id === id))
  }

  /** A suite by its name; made if there is none. */
  suite(name: string): Suite {
    const wanted = name.trim().toLowerCase()
    const found = this.project.suites.find((suite) => suite.name.trim().toLowerCase() === wanted)
    if (found) return found
    const made: Suite = emptySuite(this.newId(), name)
    this.project.suites.push(made)
    return made
  }

  /** Puts a case into a suite, under a name that no other case of it has. */
  add(suite: Suite, name: string, from?: Case): Case {
    const free = freeName(
      name,
      suite.cases.map((one) => one.name),
    )
    const made: Case = from ? { ...from, name: free } : emptyCase(this.newId(), free)
    suite.cases.push(made)
    this.#touched.add(made.id)
    this.cases.add(made.id)
    return made
  }

  /** A variable of the project or an environment, wherever it is. */
  variable(name: string): Variable | undefined {
    return [this.project, ...this.project.environments].flatMap(({ variables }) => variables).find((one) => one.name === name)
  }

  /** Reports a decision made for the user, once. */
  assume(slot: string, text: string, value: string, options: Assumption['options'] = []): void {
    if (!this.assumptions.some((one) => one.text === text)) this.assumptions.push({ slot, text, value, options })
  }

  /** Reports what the user should review. */
  warn(text: string): void {
    if (!this.warnings.includes(text)) this.warnings.push(text)
  }
}
