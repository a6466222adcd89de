import type { Check } from '#engine/steps/assertion/schema.ts'
import { valueOf } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { texts } from './texts.ts'
import { inline } from './values.ts'

/** Whether what was found is what was kept once. */
export function snapshotCode({ snapshot, ignore = [] }: Check, actual: string, script: Script): string {
  if (snapshot === undefined || ignore.length > 0) throw new NoCounterpart(texts.predicate('matches-snapshot'))
  return `${script.use('equal')}(${actual}, ${inline(valueOf(snapshot))})`
}
