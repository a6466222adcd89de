import { nearest } from '#engine/base/nearest-name.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { NeededSecret } from '#engine/project/secrets-needed.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

/** A secret that nothing refers to is likely a slip; or one call's options serve several files, so it isn't an error. */
export function sayNeedlessSecrets(given: ReadonlyMap<string, string>, needed: readonly NeededSecret[], host: Host): void {
  const ids = needed.map(({ id }) => id)
  const needless = [...given.keys()].filter((id) => !ids.includes(id))
  if (needless.length > 0) host.say(`${texts.needlessSecrets(needless, ids)}\n`)
}

/** The same of a variable. */
export function sayNeedlessVariables(given: ReadonlyMap<string, string>, project: Project, host: Host): void {
  const used = namesIn(project)
  for (const name of given.keys())
    if (!used.has(name) && !names(project, name)) host.say(`${texts.needlessVariable(name, nearest(name, used)[0])}\n`)
}

/** Whether a text anywhere in a value is the name alone, as where a variable is declared. */
const names = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some((part) => names(part, name)) : value === name
