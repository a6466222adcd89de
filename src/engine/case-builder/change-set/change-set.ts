import type { Edit } from '#engine/project/edit/edit.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** What a project holds besides suites: the list in its head, and what an item of it is called. */
export const itemLists = [
  ['variables', 'variable'],
  ['environments', 'environment'],
  ['connections', 'connection'],
  ['dataSources', 'dataSource'],
  ['apis', 'api'],
  ['designs', 'design'],
  ['loadTests', 'loadTest'],
] as const

/** What can be ticked or not: one thing that is added, changed or removed. Depth-first, parents before children. */
export interface ChangeItem {
  id: string
  /** The item that this one is in; unticked with it. */
  parent?: string
  /** Items that this one can't be without. */
  needs: string[]
  what: 'added' | 'changed' | 'removed' | 'moved'
  of:
    | 'project'
    | 'suite'
    | 'case'
    | 'step'
    | 'variable'
    | 'environment'
    | 'dataSource'
    | 'api'
    | 'design'
    | 'loadTest'
    | 'connection'
  name: string
  /** Kind of a step, for its icon. */
  kind?: string
  /** Where it is, by names: `Orders > Create order`. */
  place: string
  /** What differs, field by field, as users read it; without `before` it is new, without `after` gone. */
  fields: { name: string; before?: string; after?: string }[]
  /** What the user should look at before ticking it: a removal, a new host or header, a secret at another host, a check made weaker. */
  attention?: string[]
  /** Not ticked until the user ticks it. */
  unticked?: true
}

/** A case that is changed by what is changed in it, and by nothing else: it is no second thing. */
export const isOnlyPlace = ({ id, what, fields }: ChangeItem, items: readonly ChangeItem[]): boolean =>
  what === 'changed' && fields.length === 0 && items.some(({ parent }) => parent === id)

/** Something that was decided for the user, as a chip that can be changed. */
export interface Assumption {
  /** The slot that it fills: `status`, `suite`, `delete`. */
  slot: string
  text: string
  /** What else it could be; the text says what was chosen. Empty: it can only be read. */
  options: { label: string; value: string }[]
  value: string
}

/** A request as it will be sent, templates unresolved. */
export interface PreviewRequest {
  step: string
  method: string
  url: string
  headers: { name: string; value: string }[]
  body: string
}

/** A proposal: what would become of a project, on the revision that it was made for. Plain JSON, crosses a worker. */
export interface ChangeSet {
  id: string
  /** For the undo menu: "Add case Create and delete order". */
  label: string
  /** The key of the project; of a new one, its id. */
  project: string
  projectName: string
  /** The revision that was given with the project. */
  revision: string
  /** The whole of it, everything ticked. Of a new project it is empty. */
  edit: Edit
  /** A project that does not exist yet, and where to keep it: `browser`, `file`, or the path of a file. */
  created?: { project: Project; saveTo: string }
  items: ChangeItem[]
  assumptions: Assumption[]
  warnings: string[]
  requests: PreviewRequest[]
  /** Ids of the cases that "Apply and run" runs; empty: there is nothing to run. */
  runs: string[]
  /** The load test that "Apply and run" would start, by its id. */
  loadTest?: string
}
