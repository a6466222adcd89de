import { differences } from '#engine/project/edit/differences.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** A version of a project's file. */
export interface ProjectVersion {
  digest: string
  project: Project
  /** It was merged, and that was undone. `base` is the digest of the version that it was compared with. */
  undone?: { base?: string }
}

/**
 * The version that `theirs` was most likely made from: the one with the fewest differences, of several the first. Someone may
 * have edited an older version than the last saved one; with the last as base, all later edits would look reverted. The edits
 * of a version whose merge was undone aren't in the project, so the base of that merge is returned instead.
 */
export function nearestVersion(versions: readonly ProjectVersion[], theirs: Project): ProjectVersion | undefined {
  let nearest: { version: ProjectVersion; distance: number } | undefined
  for (const version of versions) {
    if (version.project.id !== theirs.id || version.project.conflicts) continue
    const distance = differences(version.project, theirs).length
    if (!nearest || distance < nearest.distance) nearest = { version, distance }
  }
  let base = nearest?.version
  for (let left = versions.length; base?.undone && left > 0; left--) {
    const { base: earlier } = base.undone
    base = versions.find(({ digest }) => digest === earlier)
  }
  return base?.undone ? undefined : base
}
