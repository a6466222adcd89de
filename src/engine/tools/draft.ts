import { shortId } from '#engine/base/ids.ts'
import { builderTexts } from '#engine/case-builder/texts.ts'
import { Workbench } from '#engine/case-builder/workbench.ts'
import type { NewId } from '#engine/project/empty.ts'
import type { KnownProject, SecretlessProject, ToolSession } from './tool-session.ts'

/** A copy of a project that a call may change, with ids from the seed. */
export interface Draft {
  bench: Workbench
  newId: NewId
}

/** A copy of a loaded project. */
export function draftOf({ id, project, revision = '' }: KnownProject, { seed }: Pick<ToolSession, 'seed'>): Draft {
  const newId = seededIds(`${seed} ${id} ${revision}`, idsIn(project))
  return { bench: new Workbench(project, newId, builderTexts), newId }
}

/** Ids of everything in a project that has one. */
function idsIn(project: SecretlessProject): ReadonlySet<string> {
  const { environments, connections, dataSources, apis, suites, loadTests, designs } = project
  const cases = suites.flatMap((suite) => suite.cases)
  const lists: readonly (readonly { id: string }[])[] = [
    environments,
    connections,
    dataSources,
    apis,
    suites,
    loadTests,
    designs,
    cases,
    ...cases.map(({ steps }) => steps),
  ]
  return new Set(lists.flatMap((list) => list.map(({ id }) => id)))
}

/** Short ids that are the same for the same seed, none of them taken. */
export function seededIds(seed: string, taken: ReadonlySet<string>): NewId {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // SplitMix32.
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  return () => {
    for (;;) {
      const id = shortId((length) => Uint8Array.from({ length }, () => next() >>> 24))
      if (!taken.has(id)) return id
    }
  }
}
