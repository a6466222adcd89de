import { createMemo } from 'solid-js'
import { freeName } from '#engine/project/edit/structure.ts'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { endOfGroup, ownersOf, type KnownUses } from '#engine/steps/nested-steps.ts'
import type { NestedEditing } from '../../steps/editor-context.ts'
import { countRows } from '#engine/steps/count-rows.ts'
import { newId } from '../new-id.ts'
import type { ProjectContext } from '../project-context.ts'
import { editStep } from './edit-step.ts'

const hasRows = (step: Step): boolean => Object.values(countRows([step])).some((count) => count > 0)

/** Whether someone gave the step a name, or more than that: it stays without rows. */
function hasOwnName(step: Step): boolean {
  const usual = factsOf(step).newName
  const isUsual = step.name === usual || (step.name.startsWith(`${usual} `) && /^\d+$/.test(step.name.slice(usual.length + 1)))
  return !isUsual || step.description !== '' || step.onlyIf !== undefined
}

/** Edits what is nested under the steps of the open case, also under ungrouped ones; must be called inside a Solid root. */
export function createNestedEditing(context: ProjectContext, opened: () => Case | undefined): NestedEditing {
  const { workspace } = context
  const steps = () => opened()?.steps ?? []
  const known: KnownUses = new WeakMap()
  const owners = createMemo(() => ownersOf(steps(), undefined, known))
  return {
    under: (owner) => {
      const at = steps().findIndex(({ id }) => id === owner)
      return at < 0
        ? []
        : steps()
            .slice(at + 1, endOfGroup(owners(), at))
            .filter((_, index) => owners()[at + 1 + index] === at)
    },
    hasOwnName,
    variableOf: (owner) => {
      const step = steps().find(({ id }) => id === owner)
      const facts = step && factsOf(step)
      return facts && facts.gives === undefined ? facts.writes?.(step)[0]?.name : undefined
    },
    edit: (step) =>
      editStep(
        workspace,
        { case: opened()?.id ?? '', step },
        (after, before) => hasRows(before) && !hasRows(after) && !hasOwnName(after),
      ),
    add: async (owner, kind, label, begin) => {
      const one = opened()
      if (!one) return
      const { newStep } = await import('#engine/project/new-step.ts')
      const names = one.steps.map(({ name }) => name)
      const made = newStep(kind, newId(), freeName(factsOf({ kind }).newName, names), { connection: '', dataSource: '' })
      begin(made)
      workspace.edit(label, [one.id], ({ cases }) => {
        const all = cases[one.id]?.steps
        const at = all?.findIndex(({ id }) => id === owner) ?? -1
        if (!all || at < 0) return
        // It stays with a disabled step only if it is disabled too.
        made.disabled = all[at]?.disabled ?? false
        all.splice(endOfGroup(ownersOf(all), at), 0, made)
      })
    },
    open: (step) => {
      const one = opened()
      if (one) context.openStep(one.id, step)
    },
  }
}
