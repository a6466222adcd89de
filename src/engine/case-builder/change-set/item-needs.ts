import type { Case, Project } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { ChangeItem } from './change-set.ts'

/**
 * Adds to the items of steps what these can't be without, of what is new: the step that fills a variable before them, and the variables, data,
 * documents and designs that they name.
 */
export function addNeeds(items: readonly ChangeItem[], after: Project): void {
  const known = new Map(items.map((item) => [item.id, item]))
  const isNew = (id: string) => known.get(id)?.what === 'added'
  const lists = items.filter(({ what, of }) => what === 'added' && (of === 'dataSource' || of === 'api' || of === 'connection'))
  for (const one of after.suites.flatMap(({ cases }) => cases)) {
    // Most cases are left unchanged.
    if (known.has(`case ${one.id}`)) needsIn(one)
  }

  function needsIn({ steps }: Case): void {
    const fills = new Map<string, string>()
    for (const step of steps) {
      const item = known.get(`step ${step.id}`)
      if (item && item.what !== 'removed') {
        const text = JSON.stringify(step)
        for (const { id } of lists) if (text.includes(`"${id.slice(id.indexOf(' ') + 1)}"`)) need(item, id)
        for (const name of namesIn(step)) {
          const filled = fills.get(name) ?? fills.get(name.split('.')[0] ?? '')
          if (filled !== undefined) need(item, filled)
          else if (isNew(`variable ${name}`)) need(item, `variable ${name}`)
        }
      }
      for (const { name } of factsOf(step).writes?.(step) ?? [])
        if (isNew(`step ${step.id}`)) fills.set(name, `step ${step.id}`)
        else fills.delete(name)
    }
  }
}

function need(item: ChangeItem, id: string): void {
  if (item.id !== id && !item.needs.includes(id)) item.needs.push(id)
}
