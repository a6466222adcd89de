import { concealEarlier } from '#engine/project/edit/conceal.ts'
import { joinEdits, type Edit } from '#engine/project/edit/edit.ts'
import { StorageError, type ProjectStore, type WriteFailure } from '#storage/types.ts'

/** Whether what is on the screen is in the browser's storage. */
export type SaveState =
  | { state: 'saved' }
  | { state: 'saving' }
  /** Nothing was lost on the screen; `message` says what happened. Edits wait and are tried again with the next one. */
  | { state: 'not-saved'; failure: WriteFailure; message: string }

/** Writes the edits of one project, in order, each in its own transaction. */
export interface Writer {
  push(edit: Edit): void
  /** Writes what waits, now; resolves when all is written or a write was rejected. */
  flush(): Promise<void>
  /** Takes the newest edit that was not written out of the queue. */
  takeBack(): Edit | undefined
  waiting(): readonly Edit[]
  revision(): number
  /** After something else wrote with this tab's consent: undo, reload. */
  moveTo(revision: number): void
  /** Throws away what waits, or of that only these edits. */
  clear(edits?: readonly Edit[]): void
}

/** How long typing may wait before it is written, in milliseconds: of the 250 that may be lost (R19), most are for the writing. */
const typingDelay = 100

/**
 * Starts a writer. Edits with a merge key wait for at most {@link typingDelay} and are joined with the edit before them
 * when the key is the same; others are written at once.
 */
export function createWriter(
  store: Pick<ProjectStore, 'apply'>,
  localId: string,
  start: number,
  onState: (state: SaveState) => void,
): Writer {
  let revision = start
  let queue: Edit[] = []
  let writing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const writeAll = async () => {
    onState({ state: 'saving' })
    try {
      while (queue[0]) {
        const edit = queue[0]
        inFlight = edit
        revision = await store.apply(localId, edit, revision)
        queue = queue.filter((one) => one !== edit)
      }
      onState({ state: 'saved' })
    } catch (thrown) {
      onState(failureOf(thrown))
    } finally {
      inFlight = undefined
    }
  }
  let inFlight: Edit | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (writing) {
      // What came meanwhile is written by the loop that runs; after a refusal it is tried again.
      await writing
      if (queue.length > 0) await flush()
      return
    }
    if (queue.length === 0) return
    writing = writeAll()
    await writing.finally(() => (writing = undefined))
  }

  return {
    push: (edit) => {
      // What is being written is left: the store takes the value out of it with this edit.
      const begun = queue.findIndex((one) => one === inFlight) + 1
      queue = [...queue.slice(0, begun), ...concealEarlier(queue.slice(begun), edit)]
      const last = queue.at(-1)
      if (edit.merge !== undefined && last && last !== inFlight && last.merge === edit.merge) {
        queue = [...queue.slice(0, -1), joinEdits(last, edit)]
      } else queue = [...queue, edit]
      onState({ state: 'saving' })
      if (edit.merge === undefined) void flush()
      else timer ??= setTimeout(() => void flush(), typingDelay)
    },
    flush,
    takeBack: () => {
      const last = queue.at(-1)
      if (!last || last === inFlight) return undefined
      queue = queue.slice(0, -1)
      return last
    },
    waiting: () => queue,
    revision: () => revision,
    moveTo: (next) => {
      revision = next
    },
    clear: (edits = queue) => {
      queue = queue.filter((one) => !edits.includes(one))
      if (queue.length > 0) return
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Why a write was rejected, as the page says it. */
export function failureOf(thrown: unknown): SaveState {
  if (thrown instanceof StorageError) return { state: 'not-saved', failure: thrown.failure, message: thrown.message }
  return { state: 'not-saved', failure: 'unavailable', message: thrown instanceof Error ? thrown.message : String(thrown) }
}
