import { readProject } from '#engine/project/format/read.ts'
import { salvageProject } from '#engine/project/format/salvage.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { seal, unseal, type SealKeys, type SealTo } from '#engine/project/format/sealed.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { changesBetween, type NamedChange } from '#engine/merge/changes.ts'
import { describeConflicts, type NamedConflict } from '#engine/merge/describe.ts'
import { mergeProjects } from '#engine/merge/merge.ts'
import { nearestVersion } from '#engine/merge/nearest-version.ts'
import type { KeptVersion } from '#storage/types.ts'
import { exposeApi } from './wire.ts'

/** Why a file was rejected, with every place that is wrong (R1 to R7). */
export interface FileProblems {
  /** What happened, and where. */
  message: string
  /** What to do next. */
  hint: string
  places: { path: string; message: string; line?: number }[]
  /** What could be read of it, as a new project, and what was omitted. */
  readable?: Project
  leftOut?: string[]
}

/** The result of reading a file. */
export type ReadFile = { ok: true; project: Project } | { ok: false; error: FileProblems }

/** What a merge would make of a project. */
export interface MergePreview {
  /** The merged project, with the conflicts that are left. */
  project: Project
  conflicts: NamedConflict[]
  /** What changes in the stored project. */
  changes: NamedChange[]
  /** The digest of the common version. Without one, every difference is a conflict. */
  base?: string
}

/** Reads, writes, seals and opens away from the page's thread (R3). */
const api = {
  /** In one go: aborting the signal ends the worker. */
  read(bytes: Uint8Array, _signal: AbortSignal): ReadFile {
    const found = readProject(bytes)
    if (found.ok) return { ok: true, project: found.value.project }
    const { message, hint, places, salvageable } = found.error
    const salvaged = salvageable ? salvageProject(bytes) : undefined
    const readable = salvaged?.ok ? { readable: salvaged.value.project, leftOut: salvaged.value.leftOut } : {}
    return {
      ok: false,
      error: { message, hint, places: places.map(({ path, text, line }) => ({ path, message: text, line })), ...readable },
    }
  },
  write: (project: Project): string => writeProject(project),
  /** Merges a file into a project; `versions` are earlier versions of the project's file. */
  merge(versions: readonly KeptVersion[], ours: Project, theirs: Project): MergePreview {
    const base = nearestVersion(
      versions.flatMap(({ bytes, ...version }) => {
        const found = readProject(bytes)
        return found.ok ? { ...version, project: found.value.project } : []
      }),
      theirs,
    )
    const project = mergeProjects({ base: base?.project, ours, theirs })
    const preview = { project, conflicts: describeConflicts(project), changes: changesBetween(ours, project) }
    return base ? { ...preview, base: base.digest } : preview
  },
  /** The conflicts of a project that was opened with some. */
  conflicts: (project: Project): NamedConflict[] => describeConflicts(project),
  /** Takes seconds with a passphrase. */
  seal: (values: ReadonlyMap<string, string>, to: SealTo): Promise<string> => seal(values, to),
  /** In one go, as `read`. */
  unseal: (text: string, keys: SealKeys, _signal: AbortSignal): Promise<Map<string, string>> => unseal(text, keys),
}

/** What the page can ask this worker. */
export type AprjWorker = typeof api

exposeApi(api)
