import { capital } from '#engine/base/capital.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'

/** A secret's name for people: that of the variables that hold it, otherwise the last part of its id. */
function nameOf(head: ProjectHead | undefined, id: string): { name: string; owner: string } {
  for (const owner of [head, ...(head?.environments ?? []), ...(head?.suites ?? [])]) {
    const held = owner?.variables.find(({ value }) => typeof value === 'object' && 'secret' in value && value.secret === id)
    if (owner && held) return { name: held.name, owner: owner.name }
  }
  const last = id.split('/').at(-1) ?? ''
  return { name: capital(last.replaceAll(/[-_]+/g, ' ').trim()), owner: '' }
}

/**
 * What the secrets of a project are called where their values are entered, by their ids: names, with what has the variable if several are
 * alike, and the id if they still are.
 */
export function secretLabels(head: ProjectHead | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const named = ids.map((id) => ({ id, ...nameOf(head, id) }))
  const unlike = (label: (one: (typeof named)[number]) => string, one: (typeof named)[number]) =>
    label(one) !== '' && named.filter((other) => label(other) === label(one)).length === 1
  const short = ({ name }: (typeof named)[number]) => name
  const long = ({ name, owner }: (typeof named)[number]) => (name && owner ? `${name} (${owner})` : name)
  return new Map(named.map((one) => [one.id, unlike(short, one) ? short(one) : unlike(long, one) ? long(one) : one.id]))
}
