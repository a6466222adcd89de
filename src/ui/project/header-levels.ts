import { placeOf, suiteOf } from '#engine/project/edit/places.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { levelsOf, type HeaderLevels } from '#engine/project/inherited-headers.ts'
import type { Case } from '#engine/project/format/schema.ts'

/** What contains the requests of a case. */
export function levelsOfCase(head: ProjectHead | undefined, one: Case | undefined): HeaderLevels {
  const suite = placeOf(head, one?.id)?.suite
  return head && suite && one ? levelsOf(head, suite, one) : []
}

/** What contains a case that is put into a suite; a suite that is not there yet has nothing of its own. */
export function levelsOfSuite(head: ProjectHead | undefined, suite: string | undefined): HeaderLevels {
  const found = suiteOf(head, suite)
  return head ? [{ level: 'project', holder: head }, ...(found ? [{ level: 'suite' as const, holder: found }] : [])] : []
}
