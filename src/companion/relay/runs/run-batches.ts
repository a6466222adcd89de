import type { RunTold } from '#relay/calls.ts'
import { createBatchWriter, type RunLines } from '#relay/run-batch.ts'

/** Milliseconds that events wait for more, and the size from which they are sent at once. */
const pace = 40
const most = 128 * 1024

/** Tells the page of a run in batches. */
export interface RunBatches {
  /** `now`: the run waits until the page has stored it. */
  add(lines: RunLines, now: boolean): void
  /** The page has taken one more batch; gives the size of its lines. */
  taken(): number
  /** Tells what there is, and resolves when the page has taken all of it, or nothing more comes. */
  settled(): Promise<void>
  /** Tells what is left: nothing more comes. */
  end(): void
}

/** Makes them. `offer` lets the page fetch a large body, and gives the ticket. */
export function createRunBatches(
  tell: (told: RunTold, bytes?: Uint8Array) => void,
  offer: (bytes: Uint8Array) => string,
): RunBatches {
  const writer = createBatchWriter(offer)
  /** The size of each batch that was not taken. */
  const ahead: number[] = []
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (writer.size() === 0) return
    const { head, bytes, size } = writer.take()
    ahead.push(size)
    tell({ batch: head }, bytes)
  }
  const wake = (): void => {
    for (const go of waiting) go()
    waiting = []
  }
  return {
    add(lines, now) {
      writer.add(lines)
      if (now || writer.size() >= most) flush()
      else timer ??= setTimeout(flush, pace)
    },
    taken() {
      const size = ahead.shift() ?? 0
      if (ahead.length === 0) wake()
      return size
    },
    async settled() {
      flush()
      if (ahead.length > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    end() {
      flush()
      wake()
    },
  }
}
