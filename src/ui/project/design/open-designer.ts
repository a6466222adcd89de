import { createSignal } from 'solid-js'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design } from '#engine/design/schemas.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import type { StartFrom } from './start/start-from.ts'
import { designTexts as t } from './texts.ts'

const [from, setFrom] = createSignal<StartFrom>({ kind: 'project' })

/** What the choice of a new design is about. */
export const startFrom = from

/** Opens the designer for something: what has a design already shows it, else the choice of what is to be tested. */
export function designTests(context: ProjectContext, of: StartFrom): void {
  setFrom(of)
  const project = context.workspace.localId()
  if (!project) return
  context.router.go({ project, design: 'new' })
  context.panes.showPage('step')
}

/** Shows a design. */
export function openDesign({ workspace, router, panes }: ProjectContext, id: string): void {
  const project = workspace.localId()
  if (!project) return
  router.go({ project, design: id })
  panes.showPage('step')
}

/** Adds a design to the project and shows it; `model` is what the file has, without an id. Undefined, and said, where it can't be one. */
export function addDesign(context: ProjectContext, model: object): Design | undefined {
  const parsed = parseDesign({ ...model, id: newId() })
  if (!parsed.ok) {
    showToast(parsed.error, 'error')
    return undefined
  }
  const taken = (context.workspace.head()?.designs ?? []).map(({ name }) => name)
  const made = { ...parsed.value, name: freeName(parsed.value.name || t.unnamed, taken) }
  if (!context.workspace.edit(t.edits.add(made.name), [], ({ head }) => void head.designs.push(made))) return undefined
  openDesign(context, made.id)
  return made
}

/** Takes a design out of the project; the tests that were made of it stay. */
export function removeDesign({ workspace, actions, router }: ProjectContext, { id, name }: Design): void {
  const label = t.edits.remove(name || t.unnamed)
  const done = workspace.edit(label, [], ({ head }) => {
    head.designs = head.designs.filter((one) => one.id !== id)
  })
  if (!done) return
  const project = workspace.localId()
  if (project && router.route().design === id) router.go({ project, tab: 'designs' })
  actions.offerUndo(t.deleted(name || t.unnamed), label)
}
