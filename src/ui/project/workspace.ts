import { batch, createMemo, createSignal, onCleanup } from 'solid-js'
import type { Case, Project } from '#engine/project/schema.ts'
import { caseGone } from '#storage/texts.ts'
import { StorageError, type ProjectStore, type StoredProject } from '#storage/types.ts'
import type { ProjectHold, ProjectLocks } from '../app/services.ts'
import { createCaseCache, type CaseCache } from './case-cache.ts'
import { composeEdit, type EditDraft } from '#engine/project/edit/compose.ts'
import { applyEdit, type Edit } from '#engine/project/edit/edit.ts'
import type { CaseHead, ProjectHead } from '#engine/project/edit/state.ts'
import { caseIds } from '#engine/project/edit/places.ts'
import { overwrite } from './overwrite.ts'
import { createWriter, failureOf, type SaveState, type Writer } from './writer.ts'

/** The projects of this browser and the one that is open: its state, every edit of it, undo, saving. Reading is reactive. */
export interface Workspace {
  phase(): 'starting' | 'empty' | 'opening' | 'open' | 'missing'
  /** Newest first. */
  projects(): StoredProject[]
  refresh(): Promise<void>
  localId(): string | undefined
  stored(): StoredProject | undefined
  head(): ProjectHead | undefined
  /** A case in memory; undefined while it is being read. */
  case(id: string | undefined): Case | undefined
  load(id: string): Promise<Case | undefined>
  cases(): ReadonlyMap<string, Case>
  saveState(): SaveState
  /**
   * The storage had been cleared under this page, and the project was written again from memory: undo steps are gone, and
   * cases that were not in memory, by their names (R17).
   */
  restored(): { lost: readonly string[] } | undefined
  /** Another tab may write to this project, this one may not. */
  readOnly(): boolean
  takeOver(): void
  /** One undoable edit. False: nothing changed, or the project is read-only. Cases that are touched must be in memory. */
  edit(label: string, touched: readonly string[], recipe: (draft: EditDraft) => void, merge?: string): boolean
  history(): { undo?: string; redo?: string }
  /** Gives the edit that was taken back. */
  undo(): Promise<Edit | undefined>
  redo(): Promise<Edit | undefined>
  /** Writes what waits; afterwards `saveState` says whether that went well. */
  flush(): Promise<void>
  /** After a stale write: `mine` writes this tab's state over the stored one, `theirs` reads the stored one. */
  settle(keep: 'mine' | 'theirs'): Promise<void>
  /** Edits that are on the screen and not in the storage. */
  unwritten(): readonly Edit[]
  /**
   * The whole project as it is on the screen, for saving and for running from memory. Rejects with StorageError if one of its
   * cases can't be read: a file without it would pass for the whole.
   */
  snapshot(): Promise<Project | undefined>
  /** The project as far as it is in memory, at once: cases that are still being read are not in it. */
  inMemory(): Project | undefined
  open(localId: string): Promise<boolean>
  close(): void
  import(project: Project, file?: { name: string }): Promise<StoredProject>
  replace(localId: string, project: Project, file?: { name: string }): Promise<StoredProject>
  remove(localId: string): Promise<void>
}

interface Opened {
  localId: string
  cache: CaseCache
  writer: Writer
  hold: ProjectHold
  /** This tab is the one that writes, or will be when it has read what the other one wrote. */
  mine: boolean
  takenBack: Edit[]
}

/** Makes the workspace; must be called inside a Solid root. */
export function createWorkspace(services: { store: ProjectStore; locks: ProjectLocks }): Workspace {
  const { store, locks } = services
  const [projects, setProjects] = createSignal<StoredProject[]>([])
  const [phase, setPhase] = createSignal<ReturnType<Workspace['phase']>>('starting')
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
  const follow = (project: Opened) => (state: SaveState) => {
    if (opened() !== project) return
    if (state.state === 'not-saved' && state.failure === 'closed' && !restoring) return void restore(project, state)
    setSaveState(state)
    if (state.state !== 'saved') return
    if (!stored()?.unsaved || stored()?.name !== head()?.name) void refresh()
    void refreshHistory(project)
  }
  let restoring = false
  const restore = async (project: Opened, refused: SaveState) => {
    restoring = true
    // What is edited from now on may not be part of what is stored again: it is written after it.
    const contained = project.writer.waiting()
    try {
      const found = await assemble()
      if (!found || opened() !== project) return
      project.writer.moveTo(await store.restore(project.localId, found.whole))
      project.writer.clear(contained)
      const lost = new Set(found.missing.map(({ id }) => id))
      batch(() => {
        setHead((now) => now && withoutCases(now, lost))
        setRestored({ lost: found.missing.map(({ name }) => name) })
        setHistory({})
        setSaveState({ state: 'saved' })
      })
      await project.writer.flush()
      await refresh()
    } catch {
      setSaveState(refused)
    } finally {
      restoring = false
    }
  }
  const push = (project: Opened, edit: Edit) => {
    show(project, edit, 'forward')
    setHistory({ undo: edit.label })
    project.writer.push(edit)
  }
  const read = async (localId: string) => ({ head: await store.head(localId), revision: await store.revision(localId) })

  const reload = async (project: Opened) => {
    const [fresh, cases] = [await read(project.localId), project.cache.all()]
    if (!fresh.head || opened() !== project) return
    const kept = await Promise.all([...cases.keys()].map((id) => store.case(project.localId, id)))
    project.writer.clear()
    project.writer.moveTo(fresh.revision)
    batch(() => {
      setHead(fresh.head)
      project.cache.put(new Map(kept.flatMap((one) => (one ? [[one.id, one] as const] : []))))
      setSaveState({ state: 'saved' })
    })
    await refreshHistory(project)
  }

  /** What the other tab wrote is read before anything can be edited here: an edit made meanwhile would be lost. */
  const becomeWriter = async (project: Opened) => {
    // Edits that could not be written while this tab had the project before stay, and meet the stored state at the next write.
    if (project.writer.waiting().length === 0) await reload(project).catch(() => undefined)
    if (opened() === project && project.mine) setReadOnly(false)
  }
  const becomeReader = (project: Opened) => {
    setReadOnly(true)
    // What another tab wrote while this one still took itself for the owner was not followed. Unsaved edits stay.
    if (saveState().state === 'saved') void reload(project).catch(() => undefined)
  }

  // One after the other: each names the revision that the one before it has made, also when the key is held down.
  let stepped: Promise<unknown> = Promise.resolve()
  let stepping = 0
  const step = (direction: 'backward' | 'forward'): Promise<Edit | undefined> => {
    const project = opened()
    stepping++
    const next = stepped.then(() => stepOnce(project, direction)).finally(() => stepping--)
    stepped = next.catch(() => undefined)
    return next
  }
  const stepOnce = async (project: Opened | undefined, direction: 'backward' | 'forward'): Promise<Edit | undefined> => {
    if (!project || opened() !== project || readOnly()) return undefined
    await project.writer.flush()
    if (saveState().state === 'not-saved') return stepInMemory(project, direction)
    const again = project.takenBack.pop()
    if (direction === 'forward' && again) {
      push(project, again)
      return again
    }
    const done = await (direction === 'backward' ? store.undo : store.redo)
      .call(store, project.localId, project.writer.revision())
      .catch((thrown: unknown) => refusedStep(thrown))
    if (!done || opened() !== project) return undefined
    project.writer.moveTo(done.revision)
    show(project, done.edit, direction)
    await refreshHistory(project)
    return done.edit
  }
  const refusedStep = (thrown: unknown): undefined => {
    setSaveState(failureOf(thrown))
    return undefined
  }
  const stepInMemory = (project: Opened, direction: 'backward' | 'forward'): Edit | undefined => {
    const edit = direction === 'backward' ? project.writer.takeBack() : project.takenBack.pop()
    if (!edit) return undefined
    if (direction === 'forward') push(project, edit)
    else {
      project.takenBack.push(edit)
      show(project, edit, 'backward')
      if (project.writer.waiting().length === 0) setSaveState({ state: 'saved' })
    }
    return edit
  }

  const close = () => {
    const project = opened()
    if (!project) return
    // Another tab may write only when all that was edited here is there to be read.
    void project.writer.flush().finally(() => project.hold.release())
    project.cache.stop()
    batch(() => {
      setOpened(undefined)
      setHead(undefined)
      setHistory({})
      setSaveState({ state: 'saved' })
      setReadOnly(false)
      setRestored(undefined)
      setPhase('empty')
    })
  }

  let opening: { localId: string; done: Promise<boolean> } | undefined
  let openings = 0
  const open = async (localId: string): Promise<boolean> => {
    if (opened()?.localId === localId) return true
    if (opening?.localId === localId) return opening.done
    const turn = ++openings
    const done = openAnew(localId, () => turn === openings)
    opening = { localId, done }
    try {
      return await done
    } finally {
      if (turn === openings) opening = undefined
    }
  }
  const openAnew = async (localId: string, wanted: () => boolean): Promise<boolean> => {
    close()
    setPhase('opening')
    const fresh = await read(localId).catch(() => undefined)
    if (!wanted()) return false
    if (!fresh?.head) {
      setPhase('missing')
      return false
    }
    const project: Opened = {
      localId,
      cache: createCaseCache(store, localId),
      writer: createWriter(store, localId, fresh.revision, (state) => follow(project)(state)),
      hold: { takeOver: () => undefined, release: () => undefined },
      mine: true,
      takenBack: [],
    }
    batch(() => {
      setOpened(project)
      setHead(fresh.head)
      setPhase('open')
    })
    let first = true
    project.hold = locks.hold(localId, (mine) => {
      if (opened() !== project) return
      project.mine = mine
      if (first) setReadOnly(!mine)
      else if (mine) void becomeWriter(project)
      else if (!readOnly()) becomeReader(project)
      first = false
    })
    void refresh()
    void refreshHistory(project)
    void project.cache.warm(caseIds(fresh.head))
    return true
  }

  /** The project as it is on the screen, with the cases that are neither in memory nor in the storage. */
  const assemble = async (): Promise<{ whole: Project; missing: CaseHead[] } | undefined> => {
    const [project, begun] = [opened(), head()]
    if (!project || !begun) return undefined
    await Promise.all(caseIds(begun).map((id) => project.cache.load(id)))
    const now = head()
    if (!now || opened() !== project) return undefined
    const cases = project.cache.all()
    const missing = now.suites.flatMap((suite) => suite.cases.filter(({ id }) => !cases.has(id)))
    return { whole: withCases(now, cases), missing }
  }
  const inMemory = (): Project | undefined => {
    const now = head()
    return now && withCases(now, opened()?.cache.all() ?? new Map())
  }
  const snapshot = async (): Promise<Project | undefined> => {
    const found = await assemble()
    const [gone] = found?.missing ?? []
    if (found && gone) throw new StorageError('unavailable', caseGone(found.whole.name, gone.name))
    return found?.whole
  }

  // A tab that reads follows the one that writes; what is removed elsewhere stays on the screen until it is left.
  let following: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = store.subscribe(({ localId, what, elsewhere }) => {
    if (!elsewhere) return
    const project = opened()
    if (what === 'written' && project?.localId === localId && readOnly()) {
      clearTimeout(following)
      following = setTimeout(() => void reload(project).catch(() => undefined), 150)
    } else void refresh().catch(() => undefined)
  })
  onCleanup(() => {
    clearTimeout(following)
    unsubscribe()
  })

  const workspace: Workspace = {
    phase,
    projects,
    refresh,
    localId: () => opened()?.localId,
    stored,
    head,
    case: (id) => opened()?.cache.get(id),
    load: async (id) => opened()?.cache.load(id),
    cases: () => {
      opened()?.cache.version()
      return opened()?.cache.all() ?? new Map()
    },
    saveState,
    restored,
    readOnly,
    takeOver: () => opened()?.hold.takeOver(),
    edit: (label, touched, recipe, merge) => {
      const project = opened()
      const now = head()
      if (!project || !now || readOnly()) return false
      if (stepping > 0) {
        // What is being taken back is not in the storage yet: the edit starts from what comes out of it.
        void stepped.then(() => opened() === project && workspace.edit(label, touched, recipe, merge))
        return true
      }
      const edit = composeEdit(label, { head: now, cases: project.cache.all() }, touched, recipe, merge)
      if (!edit) return false
      project.takenBack = []
      push(project, edit)
      return true
    },
    history,
    undo: () => step('backward'),
    redo: () => step('forward'),
    flush: async () => opened()?.writer.flush(),
    unwritten: () => opened()?.writer.waiting() ?? [],
    settle: async (keep) => {
      const project = opened()
      if (!project) return
      if (keep === 'theirs') return reload(project)
      await overwrite(store, project.localId, project.writer)
    },
    snapshot,
    inMemory,
    open,
    close,
    import: async (project, file) => {
      const made = await store.import(project, file)
      await refresh()
      return made
    },
    replace: async (localId, project, file) => {
      if (opened()?.localId === localId) close()
      const made = await store.replace(localId, project, file)
      await refresh()
      return made
    },
    remove: async (localId) => {
      if (opened()?.localId === localId) close()
      await store.remove(localId)
      await refresh()
    },
  }
  return workspace
}

const withCases = (head: ProjectHead, cases: ReadonlyMap<string, Case>): Project => ({
  ...head,
  suites: head.suites.map((suite) => ({ ...suite, cases: suite.cases.flatMap(({ id }) => cases.get(id) ?? []) })),
})

const withoutCases = (head: ProjectHead, gone: ReadonlySet<string>): ProjectHead => ({
  ...head,
  suites: head.suites.map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => !gone.has(id)) })),
})
