import { caseIds } from '#engine/project/edit/places.ts'
import { joinProject, type CaseHead } from '#engine/project/edit/state.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { caseGone } from '#storage/texts.ts'
import { StorageError } from '#storage/types.ts'
import type { WorkspaceState } from './state.ts'

/** The open project as it is on the screen, and its cases that are neither in memory nor in the storage. */
export async function assemble({ opened, head }: WorkspaceState): Promise<{ whole: Project; missing: CaseHead[] } | undefined> {
  const [project, begun] = [opened(), head()]
  if (!project || !begun) return undefined
  await Promise.all(caseIds(begun).map((id) => project.cache.load(id)))
  const now = head()
  if (!now || opened() !== project) return undefined
  const cases = project.cache.all()
  const missing = now.suites.flatMap((suite) => suite.cases.filter(({ id }) => !cases.has(id)))
  return { whole: joinProject(now, ({ id }) => cases.get(id)), missing }
}

/** The whole project as it is on the screen. Rejects with StorageError if one of its cases can't be read. */
export async function snapshot(state: WorkspaceState): Promise<Project | undefined> {
  const found = await assemble(state)
  const [gone] = found?.missing ?? []
  if (found && gone) throw new StorageError('unavailable', caseGone(found.whole.name, gone.name))
  return found?.whole
}

/** The project as far as it is in memory. */
export function inMemory({ opened, head }: WorkspaceState): Project | undefined {
  const [now, cases] = [head(), opened()?.cache.all()]
  return now && joinProject(now, ({ id }) => cases?.get(id))
}
