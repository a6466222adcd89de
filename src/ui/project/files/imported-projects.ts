import type { Imported } from '#engine/importers/run-import.ts'
import { addCase, freeName } from '#engine/project/edit/structure.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { FileCommandParts } from './file-command-parts.ts'
import { firstRequest, type FileOpening } from './file-opening.ts'
import { newId } from '../new-id.ts'

/** How what was imported, or made by questions, gets into the browser. */
export interface ImportedProjects {
  /** As a new project: stored, its secrets in the vault, shown. */
  adopt(imported: Pick<Imported, 'project' | 'secrets'>): Promise<{ localId: string; project: Project }>
  /** As a suite of the open project, by one edit; says then what it still needs. */
  mergeInto(imported: Imported, suite: string): Promise<void>
}

/** Makes {@link ImportedProjects}; what fails is thrown. */
export function createImportedProjects(
  { services, workspace, router }: FileCommandParts,
  { show, tellNeeds }: FileOpening,
): ImportedProjects {
  const storeSecrets = async (localId: string, secrets: Imported['secrets']) => {
    for (const [id, value] of secrets) await services.client.secrets.set(localId, id, value)
  }
  const adopt: ImportedProjects['adopt'] = async (imported) => {
    const taken = workspace.projects().map((one) => one.name)
    const project = { ...imported.project, name: freeName(imported.project.name, taken) }
    const { localId } = await workspace.import(project)
    await storeSecrets(localId, imported.secrets)
    await show(localId, firstRequest(project.suites.flatMap((suite) => suite.cases)))
    return { localId, project }
  }
  const merge: ImportedProjects['mergeInto'] = async (imported, name) => {
    await workspace.flush()
    const [target, localId] = [await workspace.snapshot(), workspace.localId()]
    if (!target || localId === undefined) return
    const [{ mergeInto }, { importTexts }] = await Promise.all([
      import('#engine/importers/merge-into.ts'),
      import('./import-texts.ts'),
    ])
    const merged = mergeInto(target, imported, name, newId)
    await storeSecrets(localId, merged.secrets)
    // Someone went on to another project meanwhile.
    if (workspace.localId() !== localId) return
    const known = new Set(target.suites.flatMap((suite) => suite.cases.map((one) => one.id)))
    const added = merged.suite.cases.filter((one) => !known.has(one.id))
    const done = workspace.edit(importTexts.edit(name), [], (draft) => {
      const { environments, variables, connections, dataSources, apis } = merged.project
      Object.assign(draft.head, { environments, variables, connections, dataSources, apis })
      const suite = draft.head.suites.find((found) => found.id === merged.suite.id)
      if (suite) suite.variables = merged.suite.variables
      else draft.head.suites.push({ ...merged.suite, cases: [] })
      for (const one of added) addCase(draft, merged.suite.id, one)
    })
    if (!done) return
    const start = firstRequest(added)
    router.go({ project: localId, ...(start.case === undefined ? { suite: merged.suite.id } : start) })
    showToast(importTexts.done(name))
    await tellNeeds(localId, merged.project, { imported: true, before: target })
  }
  return { adopt, mergeInto: merge }
}
