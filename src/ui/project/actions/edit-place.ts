import { same } from '#engine/base/deep-equal.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import type { Route } from '../../page/route.ts'

/** Where an edit can be seen. */
export interface EditPlace {
  to: Omit<Route, 'project'>
  /** Anywhere in the case will do: its list of steps shows it. */
  inList?: boolean
}

/** Where an edit can be seen; undefined if it is everywhere: in the tree. */
export function placeOfEdit({ changes }: Edit): EditPlace | undefined {
  for (const change of changes) {
    if (change.record === 'head') continue
    const { id, before, after } = change
    // It comes or goes, with its row in the tree.
    if (!before || !after) return undefined
    const place = placeInCase(id, before, after)
    if (place) return place
  }
  for (const change of changes) if (change.record === 'head') return placeInHead(change.before, change.after)
  return undefined
}

/** A step without what the list of steps shows of it. */
const inEditor = (step: Step) => ({ ...step, name: '', disabled: false })

function placeInCase(id: string, before: Case, after: Case): EditPlace | undefined {
  const ids = (one: Case) => one.steps.map((step) => step.id)
  if (!same(ids(before), ids(after))) return { to: { case: id }, inList: true }
  const edited = after.steps.filter((step, at) => !same(step, before.steps[at]))
  const [step] = edited
  if (step) {
    const shown = after.steps.every((one, at) => same(inEditor(one), before.steps[at] && inEditor(before.steps[at])))
    if (shown) return { to: { case: id }, inList: true }
    // A renamed variable changes the steps that use it too: they follow the one that sets it.
    return { to: { case: id, step: step.id }, ...(edited.length > 1 && { inList: true }) }
  }
  const settings = (one: Case) => ({ ...one, name: '', steps: [] })
  return same(settings(before), settings(after)) ? undefined : { to: { case: id } }
}

function placeInHead(before: ProjectHead, after: ProjectHead): EditPlace | undefined {
  const design = after.designs.find((one) => before.designs.some((was) => was.id === one.id && !same(was, one)))
  if (design) return { to: { design: design.id } }
  const content = (head: ProjectHead) => ({ ...head, name: '', suites: [] })
  if (!same(content(before), content(after))) return { to: {} }
  const own = (suite: ProjectHead['suites'][number]) => ({ ...suite, name: '', cases: [] })
  for (const suite of after.suites) {
    const was = before.suites.find(({ id }) => id === suite.id)
    if (was && !same(own(was), own(suite))) return { to: { suite: suite.id } }
  }
  return undefined
}

/** Whether an edit can be seen on this route. */
export const isOnScreen = ({ to, inList }: EditPlace, route: Route): boolean =>
  route.design === to.design &&
  route.case === to.case &&
  (inList ? true : route.step === to.step) &&
  (to.case !== undefined || route.suite === to.suite)
