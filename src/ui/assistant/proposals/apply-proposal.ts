import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import type { Edit } from '#engine/project/edit/edit.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { placeOfEdit } from '../../project/actions/edit-place.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { assistantTexts as texts } from '../texts.ts'

/** The result of applying a proposal: the edit that it was, or why nothing was done. */
export type Applied = { edit: Edit; rebased: boolean } | { refused: string }

/** What it works with. */
export type ApplyParts = Pick<ProjectContext, 'workspace' | 'run'> & {
  router: Pick<ProjectContext['router'], 'go'>
  panes: Pick<ProjectContext['panes'], 'showPage'>
  files: Pick<ProjectContext['files'], 'saveAs'>
  services: { store: Pick<ProjectContext['services']['store'], 'revision'> }
}

/**
 * Applies what is ticked of a proposal as one undoable edit of its project, which is opened if another one is, shows it, and runs what it
 * made if that is wanted.
 */
export async function applyProposal(
  context: ApplyParts,
  changeSet: ChangeSet,
  unticked: ReadonlySet<string>,
  run: boolean,
): Promise<Applied> {
  if (changeSet.created) return create(context, changeSet, run)
  const { workspace, router } = context
  if (changeSet.project !== workspace.localId()) {
    if (!workspace.projects().some(({ localId }) => localId === changeSet.project)) return { refused: texts.projectGone }
    router.go({ project: changeSet.project })
    if (!(await workspace.open(changeSet.project))) return { refused: texts.projectGone }
  }
  if (workspace.readOnly()) return { refused: texts.readOnly }
  const { rebased } = await import('#engine/case-builder/change-set/apply-change-set.ts')
  const isThere = (id: string) => placeOf(workspace.head(), id) !== undefined
  await Promise.all(
    changeSet.edit.changes.map(async (change) => change.record === 'case' && isThere(change.id) && workspace.load(change.id)),
  )
  const head = workspace.head()
  if (!head) return { refused: texts.projectGone }
  // A case that was removed is still at hand, for undo: it is there no more.
  const cases = new Map([...workspace.cases()].filter(([id]) => isThere(id)))
  const revision = String(await context.services.store.revision(changeSet.project).catch(() => -1))
  const result = rebased(changeSet, unticked, { head, cases })
  if ('refused' in result) return { refused: texts.clash }
  const { edit } = result
  if (!edit || !workspace.adopt(edit)) return { refused: texts.nothingChosen }
  show(context, changeSet, edit)
  if (run) runWhatIsNew(context, changeSet)
  return { edit, rebased: revision !== changeSet.revision }
}

/** Stores a new project and opens it. */
async function create(context: ApplyParts, { created, edit }: ChangeSet, run: boolean): Promise<Applied> {
  if (!created) return { refused: texts.projectGone }
  const { localId } = await context.workspace.import(created.project)
  context.router.go({ project: localId })
  await context.workspace.open(localId)
  if (/file|\.aprj/i.test(created.saveTo)) void context.files.saveAs()
  if (run) context.run()
  return { edit, rebased: false }
}

/** Opens what was made or changed. */
function show({ workspace, router, panes }: ApplyParts, { runs }: ChangeSet, edit: Edit): void {
  const project = workspace.localId()
  if (project === undefined) return
  const made = runs.find((id) => placeOf(workspace.head(), id))
  const place = made === undefined ? placeOfEdit(edit)?.to : { case: made }
  if (place) router.go({ project, ...place })
  if (made !== undefined) panes.showPage('steps')
}

function runWhatIsNew(context: ApplyParts, { runs }: ChangeSet): void {
  const there = runs.filter((id) => placeOf(context.workspace.head(), id))
  if (there.length > 0) context.run({ cases: there })
}
