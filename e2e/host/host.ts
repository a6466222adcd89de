import type { Project } from '#engine/project/format/schema.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { createProjectStore } from '#storage/project-store.ts'
import { createRunStore } from '#storage/run-store.ts'
import { createRunClient } from '#workers/run-client.ts'
import type { RunHandle } from '#workers/run-client.ts'
import { createTabLocks, type TabHold } from '#storage/tab-lock.ts'

/**
 * A page with nothing but the real run client and worker, for tests of both. The buttons stand for those of the app:
 * windows open only in real clicks.
 */
const store = await createProjectStore()
const runs = createRunStore()
const client = createRunClient({ store, runs })

/** Under which secrets and tokens of a project that is given as a value are kept. */
const valueId = 'value'

let loaded: { localId: string; project: Project; options: RunOptions } | undefined
let handle: RunHandle | undefined
let events: RunEvent[] = []
let batches = 0
let ended: { report: Report } | { error: { code: string; message: string } } | undefined

const element = (id: string) => document.getElementById(id) as HTMLElement
const errorOf = (thrown: unknown) => ({
  code: String(thrown instanceof Error && 'code' in thrown ? thrown.code : ''),
  message: thrown instanceof Error ? thrown.message : String(thrown),
})

function show() {
  const action = events.findLast((event) => event.type === 'action-required')
  const state = action?.type === 'action-required' ? ` ${action.state}` : ''
  const text = ended ? ('report' in ended ? `ended ${ended.report.outcome}` : 'failed') : `running${state}`
  element('state').textContent = text
  // The title can be read from outside without running script in the page, which would count as a click.
  document.title = text
}

function receive(batch: RunEvent[]) {
  batches++
  events.push(...batch)
  show()
}

function follow(next: RunHandle) {
  handle = next
  events = []
  batches = 0
  ended = undefined
  show()
  next.finished
    .then(
      (report) => (ended = { report }),
      (thrown: unknown) => (ended = { error: errorOf(thrown) }),
    )
    .finally(show)
}

const actionNow = () => {
  const action = events.findLast((event) => event.type === 'action-required')
  return action?.type === 'action-required' ? action.action : ''
}

/** Whether the Run button will open a window. */
const willNeedWindow = () => loaded !== undefined && client.willNeedWindow(loaded.localId, loaded.project, loaded.options)

function run() {
  if (!loaded) return
  client.windows.prepare(loaded.localId, loaded.project, loaded.options)
  follow(client.start({ stored: loaded.localId }, loaded.options, receive))
}

element('run').addEventListener('click', run)
// A click opens one window: this one is used up by another, so that the browser blocks the login's.
element('run-blocked').addEventListener('click', () => {
  window.open('about:blank')?.close()
  run()
})
element('stop').addEventListener('click', () => handle?.stop())
element('continue').addEventListener('click', () => {
  if (client.windows.reopen(actionNow())) handle?.windowOpened(actionNow())
})
element('cancel').addEventListener('click', () => handle?.cancelAction(actionNow()))

/** Holds a project's lock and tells by the title whether this tab may write. */
let hold: TabHold | undefined
function holdProject(localId: string) {
  hold = createTabLocks().hold(localId, (mine) => {
    element('state').textContent = mine ? 'writes' : 'reads only'
  })
}

const host = {
  client,
  holdProject,
  takeOver: () => hold?.takeOver(),
  store,
  runs,
  /** Runs a project that is given as a value. */
  async run(projectJson: string, options: RunOptions = {}): Promise<{ events: RunEvent[]; report: Report; batches: number }> {
    const seen: RunEvent[] = []
    let count = 0
    const project = JSON.parse(projectJson) as Project
    const started = client.start({ project, localId: valueId }, options, (batch) => {
      count++
      seen.push(...batch)
    })
    const report = await started.finished
    return { events: seen, report, batches: count }
  },
  /** Stores a project; the Run button runs it. Resolves when the page knows whether that will open a window. */
  async load(projectJson: string, options: RunOptions = {}, window = false): Promise<string> {
    const project = JSON.parse(projectJson) as Project
    const { localId } = await store.import(project)
    loaded = { localId, project, options }
    while (willNeedWindow() !== window) await new Promise((resolve) => setTimeout(resolve, 20))
    return localId
  },
  willNeedWindow,
  setSecret: (id: string, value: string, project = valueId) => client.secrets.set(project, id, value),
  /** What the Run button's run has reported so far. */
  seen: () => ({ events, ended, batches }),
}

/** What tests find on the page. */
export type AssayHost = typeof host

declare global {
  interface Window {
    assayHost: AssayHost
  }
}
window.assayHost = host
