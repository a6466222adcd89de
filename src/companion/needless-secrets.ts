import type { NeededSecret } from '#engine/project/secrets-needed.ts'
import type { Host } from './host.ts'
import { texts } from './texts.ts'

/** A secret that nothing refers to is likely a slip; or one call's options serve several files, so it is no error. */
export function sayNeedless(given: ReadonlyMap<string, string>, needed: readonly NeededSecret[], host: Host): void {
  const ids = needed.map(({ id }) => id)
  const needless = [...given.keys()].filter((id) => !ids.includes(id))
  if (needless.length > 0) host.say(`${texts.needlessSecrets(needless, ids)}\n`)
}
