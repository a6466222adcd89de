import type { ChangeSet } from '#engine/case-builder/change-set/change-set.ts'
import { assistantTexts as texts } from '../texts.ts'

/** Warnings of a proposal: those that are about items, which are ticked or not with them, and others. */
export interface ProposalWarnings {
  toTick: { text: string; ids: string[] }[]
  plain: string[]
}

/** Removals that are named one by one in a card; the review names all. */
const mostNamed = 3

/** What a card warns of. Removals are one line, however many there are. */
export function warningsOf({ items, warnings }: Pick<ChangeSet, 'items' | 'warnings'>): ProposalWarnings {
  const toTick = new Map<string, string[]>()
  const removals = items.filter(({ what, attention }) => what === 'removed' && attention)
  for (const { id, what, attention = [] } of items) {
    if (what === 'removed') continue
    for (const text of attention) toTick.set(text, [...(toTick.get(text) ?? []), id])
  }
  const about = new Set(items.flatMap(({ attention = [] }) => attention))
  const first = removals.slice(0, mostNamed).map(({ name }) => name)
  return {
    toTick: [
      ...[...toTick].map(([text, ids]) => ({ text, ids })),
      ...(removals.length > 0
        ? [{ text: texts.removals(first, removals.length - first.length), ids: removals.map(({ id }) => id) }]
        : []),
    ],
    plain: warnings.filter((text) => !about.has(text)),
  }
}
