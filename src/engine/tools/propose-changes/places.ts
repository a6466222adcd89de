import type { Case, Project, Step, Suite } from '#engine/project/format/schema.ts'
import type { Draft } from '../draft.ts'
import { findByName, WrongName } from '../find-by-name.ts'
import { foreign } from '../page.ts'

/** Where a case is. */
export interface CasePlace {
  suite: Suite
  one: Case
}

/** A draft with what this list of changes has made: a name in arguments means that first. */
export class DraftPlaces {
  readonly draft: Draft
  /** Ids of what is new. */
  readonly made = new Set<string>()

  constructor(draft: Draft) {
    this.draft = draft
  }

  get project(): Project {
    return this.draft.bench.project
  }

  /** What is named: what was made earlier in the list comes before what was there. */
  find<T extends { id: string; name: string }>(what: string, wanted: string, all: readonly T[]): T {
    const fresh = all.filter(({ id, name }) => this.made.has(id) && name === wanted)
    return fresh.length === 1 ? (fresh[0] as T) : findByName(what, wanted, all)
  }

  suite(wanted: string): Suite {
    return this.find('suite', wanted, this.project.suites)
  }

  /** A case that may be changed. */
  case(wanted: string): CasePlace {
    const all = this.project.suites.flatMap((suite) => suite.cases.map((one) => ({ id: one.id, name: one.name, suite })))
    const { id, suite } = this.find('case', wanted, all)
    const one = this.draft.bench.edit(id)
    if (!one) throw new WrongName(`The case "${foreign(wanted)}" was removed earlier in the list.`)
    return { suite, one }
  }

  /** A step, by its id anywhere, or by its name in a case. */
  step(wanted: string, within: string | undefined): CasePlace & { step: Step; at: number } {
    const place = within === undefined ? this.#caseOfStep(wanted) : this.case(within)
    const step = this.find('step', wanted, place.one.steps)
    return { ...place, step, at: place.one.steps.indexOf(step) }
  }

  #caseOfStep(wanted: string): CasePlace {
    const cases = this.project.suites.flatMap(({ cases: all }) => all)
    const holder = cases.find(({ steps }) => steps.some(({ id }) => id === wanted))
    if (holder) return this.case(holder.id)
    const byName = cases.filter(({ steps }) => steps.some(({ name }) => name === wanted))
    const [only] = byName
    if (only && byName.length === 1) return this.case(only.id)
    throw new WrongName(
      byName.length > 1
        ? `${byName.length} cases have a step "${foreign(wanted, 80)}". Name the case, or use the step's id from get_case.`
        : `No step has the id "${foreign(wanted, 80)}". Use an id from get_case, or name the step and its case.`,
    )
  }
}

/** Puts things before or behind one of a list, first, or at its end. */
export function insertAt<T extends { id: string; name: string }>(
  list: T[],
  items: readonly T[],
  { before, after, first }: { before?: string | undefined; after?: string | undefined; first?: boolean | undefined },
  find: (wanted: string) => T,
): void {
  if (before !== undefined && after !== undefined) throw new WrongName('Give "before" or "after", not both.')
  const at =
    before !== undefined
      ? list.indexOf(find(before))
      : after !== undefined
        ? list.indexOf(find(after)) + 1
        : first
          ? 0
          : list.length
  list.splice(at, 0, ...items)
}
