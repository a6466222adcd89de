import { expose } from 'comlink'
import { readProject } from '#engine/project/read.ts'
import { salvageProject } from '#engine/project/salvage.ts'
import { writeProject } from '#engine/project/write.ts'
import type { AprjWorkerApi, ReadFile } from './aprj-worker-api.ts'

/** Reads and writes files away from the page's thread (R3). */
const api: AprjWorkerApi = { read: async (bytes) => read(bytes), write: async (project) => writeProject(project) }

expose(api)

function read(bytes: Uint8Array): ReadFile {
  const found = readProject(bytes)
  if (found.ok) return { ok: true, project: found.value.project }
  const { message, hint, places, salvageable } = found.error
  const salvaged = salvageable ? salvageProject(bytes) : undefined
  const readable = salvaged?.ok ? { readable: salvaged.value.project, leftOut: salvaged.value.leftOut } : {}
  return {
    ok: false,
    error: { message, hint, places: places.map(({ path, text, line }) => ({ path, message: text, line })), ...readable },
  }
}
