import { createEffect, createMemo, on, untrack } from 'solid-js'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { endOfGroup } from '#engine/steps/nested-steps.ts'
import { unequalLines, type Lines } from '../../components/lists/scroller.ts'
import { visibleSteps } from '../nesting/visible-steps.ts'
import type { ProjectContext } from '../project-context.ts'

/** Pixels of a row: name and outcome, and below what the step does. */
const plainHeight = 54
/** With the line that folds and unfolds what is nested under it. */
const ownerHeight = 76
/** Of a nested step: one line. */
const nestedHeight = 32

/** The rows of the open case's step list. Reading is reactive. */
export interface ListedSteps {
  /** By the index of a step that of the one it is nested under; -1 if it is shown by itself. */
  owners(): readonly number[]
  /** By row the index of its step. */
  indices(): readonly number[]
  /** The steps in the rows. */
  shown(): readonly Step[]
  /** The row of the step at an index, or of the one that it is nested under while it is folded away. */
  rowOf(index: number): number
  /** The steps that are nested under the one at an index. */
  nestedUnder(index: number): readonly Step[]
  isOpen(index: number): boolean
  lines: Lines
}

const isBad = (outcome: string | undefined): boolean => outcome === 'failed' || outcome === 'broken'

/**
 * Works out the {@link ListedSteps} of a case: a group is folded until someone opens it, its step is opened, or a check in it
 * fails.
 */
export function createListedSteps(opened: () => Case, context: ProjectContext): ListedSteps {
  const { nesting, router, session } = context
  const steps = () => opened().steps
  const owners = createMemo(() => nesting.owners(steps()))
  const failed = createMemo<ReadonlySet<string>>(
    () => {
      // A case is notified whenever one of its steps is: its steps need no listener each.
      session.case(opened().id)
      const [all, known] = [owners(), steps()]
      const found = new Set<string>()
      if (session.report() === undefined && session.case(opened().id) === undefined) return found
      untrack(() => {
        for (const [index, owner] of all.entries()) {
          const [step, own] = [known[index], known[owner]]
          if (own && step && !step.disabled && isBad(session.step(opened().id, step.id)?.outcome)) found.add(own.id)
        }
      })
      return found
    },
    new Set<string>(),
    { equals: (a, b) => a.size === b.size && [...a].every((id) => b.has(id)) },
  )
  // Each run that fails shows where.
  createEffect(on(failed, (now, before) => nesting.forgetFolded([...now].filter((id) => before?.has(id) !== true))))
  const isOpen = (index: number): boolean => {
    const id = steps()[index]?.id
    return id !== undefined && (nesting.isOpen(id) ?? failed().has(id))
  }
  const ownerOfOpen = createMemo(() => {
    const { step } = router.route()
    return steps()[owners()[steps().findIndex(({ id }) => id === step)] ?? -1]?.id
  })
  createEffect(on([() => router.route().step, ownerOfOpen], ([, owner]) => owner !== undefined && nesting.setOpen(owner, true)))

  const visible = createMemo(() => visibleSteps(owners(), isOpen))
  const indices = () => visible().indices
  const shown = createMemo(() => indices().flatMap((index) => steps()[index] ?? []))
  const isOwner = (index: number) => owners()[index + 1] === index
  const heightOf = (index: number) => ((owners()[index] ?? -1) >= 0 ? nestedHeight : isOwner(index) ? ownerHeight : plainHeight)
  return {
    owners,
    indices,
    shown,
    rowOf: (index) => {
      const row = visible().rowOf[index] ?? -1
      return row >= 0 ? row : (visible().rowOf[owners()[index] ?? -1] ?? -1)
    },
    nestedUnder: (index) => (isOwner(index) ? steps().slice(index + 1, endOfGroup(owners(), index)) : []),
    isOpen,
    lines: unequalLines(indices, heightOf, plainHeight),
  }
}
