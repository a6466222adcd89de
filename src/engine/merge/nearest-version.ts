import { differences } from '#engine/project/edit/differences.ts'
import type { Project } from '#engine/project/format/schema.ts'

/**
 * The version that `theirs` was most likely made from: the one with the fewest differences, of several the first. Someone may
 * have edited an older version than the last saved one; with the last as base, all later edits would look reverted.
 */
export function nearestVersion(versions: readonly Project[], theirs: Project): Project | undefined {
  let nearest: { version: Project; distance: number } | undefined
  for (const version of versions) {
    if (version.id !== theirs.id || version.conflicts) continue
    const distance = differences(version, theirs).length
    if (!nearest || distance < nearest.distance) nearest = { version, distance }
  }
  return nearest?.version
}
