import { batch, createMemo, createSignal } from 'solid-js'
import { applyEdit, type Edit } from '#engine/project/edit/edit.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { ProjectStore, StoredProject } from '#storage/types.ts'
import type { ProjectHold } from '../../page/services.ts'
import type { CaseCache } from './case-cache.ts'
import type { SaveState, Writer } from './writer.ts'

/** The project that is open, and what there is for it alone. */
export interface Opened {
  localId: string
  cache: CaseCache
  writer: Writer
  hold: ProjectHold
  /** This tab is the one that writes, or will be when it has read what the other one wrote. */
  mine: boolean
  /** Edits that were taken back before they could be written, the newest last. */
  takenBack: Edit[]
}

/** What the parts of the workspace share: its signals, and what they do to them together. */
export type WorkspaceState = ReturnType<typeof createWorkspaceState>

/** Creates the signals of a workspace; must be called inside a Solid root. */
export function createWorkspaceState(store: ProjectStore) {
  const [projects, setProjects] = createSignal<StoredProject[]>([])
  const [phase, setPhase] = createSignal<'starting' | 'empty' | 'opening' | 'open' | 'missing'>('starting')
  const [opened, setOpened] = createSignal<Opened>()
  const [head, setHead] = createSignal<ProjectHead>()
  const [saveState, setSaveState] = createSignal<SaveState>({ state: 'saved' })
  const [readOnly, setReadOnly] = createSignal(false)
  const [restored, setRestored] = createSignal<{ lost: readonly string[] }>()
  const [history, setHistory] = createSignal<{ undo?: string; redo?: string }>({})
  const stored = createMemo(() => projects().find((one) => one.localId === opened()?.localId))

  const refresh = async () => {
    setProjects(await store.list())
    if (phase() === 'starting') setPhase('empty')
  }
  /** While edits wait, what the store knows of them is not the newest. */
  const refreshHistory = async (project: Opened) => {
    const next = await store.history(project.localId).catch(() => undefined)
    if (next && opened() === project && project.writer.waiting().length === 0 && project.takenBack.length === 0) setHistory(next)
  }
  const show = (project: Opened, edit: Edit, direction: 'forward' | 'backward') => {
    const current = head()
    if (!current) return
    const next = applyEdit({ head: current, cases: project.cache.all() }, edit, direction)
    batch(() => {
      setHead(next.head)
      project.cache.put(next.cases)
    })
  }
  /** Shows an edit and gives it to the writer. */
  const push = (project: Opened, edit: Edit) => {
    show(project, edit, 'forward')
    setHistory({ undo: edit.label })
    project.writer.push(edit)
  }
  /** Nothing is open any more. */
  const clear = () =>
    batch(() => {
      setOpened(undefined)
      setHead(undefined)
      setHistory({})
      setSaveState({ state: 'saved' })
      setReadOnly(false)
      setRestored(undefined)
      setPhase('empty')
    })
  const signals = { projects, phase, opened, head, saveState, readOnly, restored, history, stored }
  const setters = { setPhase, setOpened, setHead, setSaveState, setReadOnly, setRestored, setHistory }
  return { ...signals, ...setters, refresh, refreshHistory, show, push, clear }
}
