import type { Project } from '#engine/project/schema.ts'

/** Why a file was refused, with every place that is wrong (R1 to R7). */
export interface FileProblems {
  /** What happened, and where. */
  message: string
  /** What to do next. */
  hint: string
  places: { path: string; message: string; line?: number }[]
  /** What could be read of it, as a project of its own, and what of it was left out. */
  readable?: Project
  leftOut?: string[]
}

/** What came of reading a file. */
export type ReadFile = { ok: true; project: Project } | { ok: false; error: FileProblems }

/** The worker for files as the page calls it. */
export interface AprjWorkerApi {
  read(bytes: Uint8Array): Promise<ReadFile>
  write(project: Project): Promise<string>
}
