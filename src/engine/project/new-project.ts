import { shortId } from '#engine/base/ids.ts'
import type { Project } from './schema.ts'

/** What makes ids: the random port, or anything that gives random bytes. */
interface Bytes {
  bytes(length: number): Uint8Array
}

/** An id for something new in a project; unique in practice, short enough for a `git diff`. */
export const newId = (random: Bytes): string => shortId((length) => random.bytes(length))

/** A project with nothing in it yet. */
export const newProject = (name: string, random: Bytes): Project => ({
  format: 'aprj',
  version: 1,
  id: newId(random),
  name,
  description: '',
  environments: [],
  variables: [],
  connections: [],
  dataSources: [],
  suites: [],
  loadTests: [],
})
