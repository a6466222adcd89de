import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { same } from '#engine/base/deep-equal.ts'
import { workOfASecond, type Value } from '#engine/design/result.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { designClient } from '#workers/design-client.ts'
import { WorkerGone } from '#workers/worker-client.ts'
import type { ShownDesign } from '#workers/design/shown-design.ts'
import { openShape, shapeSource } from './start/shape-source.ts'
import { anyModel } from './editors/any-model.ts'
import { designTexts } from './texts.ts'
import { plain } from '../plain-copy.ts'
import { itemEditor, type EditItem } from '../item-editor.ts'
import type { ProjectContext } from '../project-context.ts'

/** What the parts of the designer share. Reading is reactive. */
export interface Designer {
  design: Accessor<Design>
  readOnly(): boolean
  /** The newest complete suite; that of the model before while another one is derived. */
  result: Accessor<ShownDesign | undefined>
  state: Accessor<'idle' | 'deriving' | 'minimising'>
  /** Whether tests are looked for so long that someone may want to stop it. */
  isLong: Accessor<boolean>
  /** Why the model gives no tests. */
  error: Accessor<string | undefined>
  /** How many tests there were before they were minimised, and are now. */
  minimised: Accessor<{ from: number; to: number } | undefined>
  /** The test that is looked at, by its index. */
  chosen: Accessor<number | undefined>
  choose(test: number | undefined): void
  generate(): void
  minimise(): void
  stop(): void
  /** One undoable edit; edits in a row with the same `merge` key are one undo step (typing). */
  edit(label: string, recipe: (draft: Design) => void, merge?: string): void
}

/** Milliseconds without a key before tests are derived again. */
const quiet = 200
/** Milliseconds after which the page says that deriving is still under way, and offers to stop it. */
const long = 400
/** Work that Minimise puts in unless it is stopped: about a minute of one core. */
const minimiseWork = 60 * workOfASecond

/** What the tests depend on; constraints that no one has typed yet are none. */
function modelOf({ id: _id, name: _name, source: _source, ...model }: Design): object {
  const filled = (list: string[] | undefined) => list?.filter((text) => text.trim() !== '')
  const { constraints, impossible } = anyModel(model as Design)
  return {
    ...model,
    ...(constraints && { constraints: filled(constraints) }),
    ...(impossible && { impossible: filled(impossible) }),
  }
}

/** The suite of longer work that a design keeps. */
const keptOf = (design: Design): Value[][] | undefined => ('minimised' in design ? design.minimised : undefined)

/** Edits a design of the open project. A suite that is kept goes with the model that it was made of. */
const editDesign =
  (context: Pick<ProjectContext, 'workspace'>, id: string): EditItem<Design> =>
  (label, recipe, merge) =>
    itemEditor(context, ({ designs }) => designs, id)(
      label,
      (draft) => {
        const before = keptOf(draft) && plain(modelOf(draft))
        recipe(draft)
        if (before && 'minimised' in draft && !same(before, plain(modelOf(draft)))) delete draft.minimised
      },
      merge,
    )

/** Derives the tests of a design whenever its model changes; must be called inside a Solid root. */
export function createDesigner(context: ProjectContext, design: Accessor<Design>): Designer {
  const [result, setResult] = createSignal<ShownDesign>()
  const [state, setState] = createSignal<'idle' | 'deriving' | 'minimising'>('idle')
  const [error, setError] = createSignal<string>()
  const [minimised, setMinimised] = createSignal<{ from: number; to: number }>()
  const [chosen, choose] = createSignal<number>()
  const [notes, setNotes] = createSignal<readonly string[]>([])
  let going: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLong = createLong(() => state() === 'deriving')
  /** Whether a suite that is kept is what is shown already. */
  let isShown: (kept: Value[][]) => boolean = () => false

  /** What the tests are sent to, if that is known and still there. */
  const knownShape = async () => {
    const of = await shapeSource(context, design())
    const shape = of && (await openShape(of).catch(() => undefined))
    setNotes(shape?.notes ?? [])
    return shape
  }
  const show = (next: ShownDesign) => {
    setResult({ ...next, notes: [...next.notes, ...notes()] })
    if ((chosen() ?? 0) >= next.tests.length) choose(undefined)
  }
  const run = async (budget: number, isAgain = false): Promise<void> => {
    clearTimeout(timer)
    going?.abort()
    const mine = (going = new AbortController())
    const isMine = () => going === mine
    const from = result()?.tests.length ?? 0
    setState(budget > 0 ? 'minimising' : 'deriving')
    setMinimised(budget > 0 ? { from, to: from } : undefined)
    const take = (next: ShownDesign) => {
      if (!isMine()) return
      setError(undefined)
      // What is minimised starts again: a suite is shown when it is smaller than what is there.
      if (budget > 0 && next.tests.length > (result()?.tests.length ?? Infinity)) return
      show(next)
      if (budget > 0) setMinimised({ from, to: next.tests.length })
    }
    try {
      const shape = await knownShape()
      if (!isMine()) return
      const given = { ...model(), name: '' } as Model
      take(await designClient.api.derive(given, budget, take, mine.signal, ...(shape ? [shape.key] : [])))
      if (isMine() && budget > 0) keep()
    } catch (thrown) {
      if (!isMine() || (thrown instanceof AssayError && thrown.code === 'cancelled')) return
      // What was given up before did not hear it within its grace, and took the worker with it: the next call starts another.
      if (thrown instanceof WorkerGone && !isAgain) return void run(budget, true)
      setError(textOf(thrown))
      setResult(undefined)
    } finally {
      if (isMine()) setState('idle')
    }
  }
  const stop = () => {
    going?.abort()
    going = undefined
    if (state() === 'minimising') keep()
    setState('idle')
  }
  /** What longer work has found stays in the project. */
  const keep = () => {
    const [now, found] = [design(), result()]
    const shrunk = minimised()
    if (now.method !== 'combinations' || !found || !shrunk || shrunk.to >= shrunk.from || context.workspace.readOnly()) return
    const names = now.parameters.map(({ name }) => name)
    const suite = found.tests.map(({ values }) => names.map((name) => values[name] ?? null))
    isShown = (kept) => same(kept, suite)
    context.workspace.edit(designTexts.edits.keep, [], ({ head }) => {
      const draft = head.designs.find(({ id }) => id === now.id)
      if (draft?.method === 'combinations') draft.minimised = suite
    })
  }
  const model = createMemo(() => modelOf(design()), undefined, { equals: same })
  createEffect(
    on(model, (_, before) => {
      clearTimeout(timer)
      if (before === undefined) return void run(0)
      const kept = keptOf(design())
      if (kept && isShown(kept)) return
      timer = setTimeout(() => void run(0), quiet)
    }),
  )
  onCleanup(() => {
    clearTimeout(timer)
    going?.abort()
  })
  return {
    design,
    readOnly: () => context.workspace.readOnly(),
    result,
    state,
    error,
    isLong: () => state() === 'minimising' || isLong(),
    minimised,
    chosen,
    choose,
    generate: () => void run(0),
    minimise: () => void run(minimiseWork),
    stop,
    edit: (label, recipe, merge) => editDesign(context, design().id)(label, recipe, merge),
  }
}

/** Whether something has been so for a while. */
function createLong(is: Accessor<boolean>): Accessor<boolean> {
  const [isLong, setLong] = createSignal(false)
  createEffect(() => {
    setLong(false)
    if (!is()) return
    const waiting = setTimeout(() => setLong(true), long)
    onCleanup(() => clearTimeout(waiting))
  })
  return isLong
}
