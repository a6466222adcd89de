import { nearest } from '#engine/base/nearest-name.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { NeededSecret } from '#engine/project/secrets-needed.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

/** A secret that nothing refers to is likely a slip; or one call's options serve several files, so it isn't an error. */
export function reportUnusedSecrets(given: ReadonlyMap<string, string>, needed: readonly NeededSecret[], host: Host): void {
  const ids = needed.map(({ id }) => id)
  const needless = [...given.keys()].filter((id) => !ids.includes(id))
  if (needless.length > 0) host.say(`${texts.unusedSecrets(needless, ids)}\n`)
}

/** The same of a variable. */
export function reportUnusedVariables(given: ReadonlyMap<string, string>, projects: readonly Project[], host: Host): void {
  const used = projects.map(isUsedIn)
  for (const name of given.keys())
    if (!used.some((isUsed) => isUsed(name)))
      host.say(`${texts.unusedVariable(name, nearest(name, new Set(used.flatMap(({ names }) => [...names])))[0])}\n`)
}

/** A tag that no case has may be one of other files, or of cases that are gone. */
export function reportUnusedTags(tags: readonly string[], projects: readonly Project[], host: Host): void {
  const used = new Set(projects.flatMap(({ suites }) => suites.flatMap(({ cases }) => cases.flatMap((one) => one.tags))))
  for (const tag of tags) if (!used.has(tag)) host.say(`${texts.unusedTag(tag)}\n`)
}

/** Whether a project refers to a variable or declares it. `names`: those that templates refer to. */
export function isUsedIn(project: Project): { (name: string): boolean; names: ReadonlySet<string> } {
  const used = namesIn(project)
  return Object.assign((name: string) => used.has(name) || declares(project, name), { names: used })
}

/** Whether a text anywhere in a value is the name alone, as where a variable is declared. */
const declares = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some((part) => declares(part, name)) : value === name
