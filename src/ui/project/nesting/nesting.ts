import { createEffect, createSignal, on } from 'solid-js'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { ownersOf, withNested, type KnownUses } from '#engine/steps/nested-steps.ts'
import type { ProjectStore } from '#storage/types.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Which steps are nested under another one in the page, and which groups are folded. Reading is reactive. */
export interface Nesting {
  /** See `ownersOf`. */
  owners(steps: readonly Step[]): readonly number[]
  /** The steps that are nested under a step of a case in memory, in order. */
  nestedUnder(caseId: string, owner: string): Step[]
  /** These steps of a case, with those that are nested under them. */
  withNested(caseId: string, ids: readonly string[]): string[]
  /** Tells of a case whether a step is nested under another one; undefined if one of them is not there, or not in memory. */
  nestingOf(caseId: string): (step: string, owner: string) => boolean | undefined
  isUngrouped(owner: string): boolean
  /** Shows the checks of a step as their own rows, or under it again; kept in this browser. */
  setUngrouped(owner: string, ungrouped: boolean): void
  /** Whether a group was folded or unfolded; those unfolded are kept in this browser. */
  isOpen(owner: string): boolean | undefined
  setOpen(owner: string, open: boolean): void
  /** Folds or unfolds several groups. */
  setAllOpen(owners: readonly string[], open: boolean): void
  /** Lets groups that were folded unfold again when they fail. */
  forgetFolded(owners: readonly string[]): void
}

/** The setting that keeps the ungrouped steps of a project. */
export const ungroupedKey = (localId: string): string => `ungrouped ${localId}`

/** The setting that keeps which groups of a project are unfolded. */
export const unfoldedKey = (localId: string): string => `unfolded ${localId}`

/** Groups that are kept as unfolded, the latest ones: those of deleted steps are forgotten in time. */
const mostUnfolded = 10_000

const none: ReadonlySet<string> = new Set()

/** Creates the {@link Nesting} of the open project; must be called inside a Solid root. */
export function createNesting(store: Pick<ProjectStore, 'setting' | 'putSetting'>, workspace: Workspace): Nesting {
  const [choices, setChoices] = createSignal<Readonly<Record<string, ReadonlySet<string>>>>({})
  const [opened, setOpened] = createSignal<ReadonlyMap<string, boolean>>(new Map())
  let reading = Promise.resolve()
  const readUnfolded = async (localId: string) => {
    const kept = await store.setting<readonly string[]>(unfoldedKey(localId)).catch(() => undefined)
    // What was folded while they were read is newer.
    if (kept && workspace.localId() === localId)
      setOpened((before) => new Map([...kept.map((id) => [id, true] as const), ...before]))
  }
  createEffect(
    on(workspace.localId, (localId) => {
      setOpened(new Map())
      if (localId) reading = readUnfolded(localId)
    }),
  )
  const keepUnfolded = async (localId: string) => {
    await reading
    if (workspace.localId() !== localId) return
    const unfolded = [...opened()].flatMap(([id, open]) => (open ? [id] : []))
    await store.putSetting(unfoldedKey(localId), unfolded.slice(-mostUnfolded)).catch(() => undefined)
  }
  const change = (ids: readonly string[], open: boolean | undefined) => {
    const changed = ids.filter((id) => opened().get(id) !== open)
    const localId = workspace.localId()
    if (changed.length === 0 || !localId) return
    const next = new Map(opened())
    for (const id of changed) {
      next.delete(id)
      if (open !== undefined) next.set(id, open)
    }
    setOpened(next)
    void keepUnfolded(localId)
  }
  createEffect(
    on(workspace.localId, async (localId) => {
      if (!localId || localId in choices()) return
      const kept = await store.setting<readonly string[]>(ungroupedKey(localId)).catch(() => undefined)
      if (kept && !(localId in choices())) setChoices((all) => ({ ...all, [localId]: new Set(kept) }))
    }),
  )
  const ungrouped = () => choices()[workspace.localId() ?? ''] ?? none
  /** Steps are never changed in place, so what was computed holds until another step is ungrouped. */
  let known = new WeakMap<readonly Step[], readonly number[]>()
  const knownUses: KnownUses = new WeakMap()
  let knownFor = none
  const owners = (steps: readonly Step[]) => {
    if (knownFor !== ungrouped()) {
      known = new WeakMap()
      knownFor = ungrouped()
    }
    let found = known.get(steps)
    if (!found) known.set(steps, (found = ownersOf(steps, knownFor, knownUses)))
    return found
  }
  const knownPlaces = new WeakMap<readonly Step[], ReadonlyMap<string, number>>()
  const placesOf = (steps: readonly Step[]) => {
    let found = knownPlaces.get(steps)
    if (!found) knownPlaces.set(steps, (found = new Map(steps.map(({ id }, index) => [id, index]))))
    return found
  }
  const stepsOf = (one: Case | undefined): readonly Step[] => one?.steps ?? []
  return {
    owners,
    nestedUnder: (caseId, owner) => {
      const steps = stepsOf(workspace.case(caseId))
      const at = steps.findIndex(({ id }) => id === owner)
      const all = owners(steps)
      return at < 0 ? [] : steps.filter((_, index) => all[index] === at)
    },
    withNested: (caseId, ids) => {
      const steps = stepsOf(workspace.case(caseId))
      return withNested(steps, owners(steps), ids)
    },
    nestingOf: (caseId) => {
      const steps = stepsOf(workspace.case(caseId))
      const [places, all] = [placesOf(steps), owners(steps)]
      return (step, owner) => {
        const [at, own] = [places.get(step), places.get(owner)]
        return at === undefined || own === undefined ? undefined : all[at] === own
      }
    },
    isUngrouped: (owner) => ungrouped().has(owner),
    setUngrouped: (owner, apart) => {
      const localId = workspace.localId()
      if (!localId) return
      const next = new Set(ungrouped())
      if (apart) next.add(owner)
      else next.delete(owner)
      setChoices((all) => ({ ...all, [localId]: next }))
      void store.putSetting(ungroupedKey(localId), [...next]).catch(() => undefined)
    },
    isOpen: (owner) => opened().get(owner),
    setOpen: (owner, open) => change([owner], open),
    setAllOpen: change,
    forgetFolded: (owners) =>
      change(
        owners.filter((id) => opened().get(id) === false),
        undefined,
      ),
  }
}
