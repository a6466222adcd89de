import { derive } from '#engine/design/index.ts'
import type { Better, DesignResult } from '#engine/design/result.ts'
import type { Model } from '#engine/design/schemas.ts'
import { addedBy, showDesign, type ShownDesign } from './shown-design.ts'
import { exposeApi } from './wire.ts'

/** Milliseconds of work after which a message to stop may arrive. */
const breath = 12
/** Milliseconds between two suites that are handed over: each costs the page a moment. */
const between = 150

/** What was derived last: questions about its items are asked one by one. */
let latest: DesignResult | undefined

const pauser = (): (() => Promise<void>) => {
  let since = performance.now()
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return async () => {
    if (performance.now() - since < breath) return
    // A timer would wait four milliseconds each time.
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      port2.postMessage(0)
    })
    since = performance.now()
  }
}

/** Derives tests away from the page's thread. */
const api = {
  /**
   * The tests of a design; `onBetter` is told of smaller suites on the way, not of each of them. Once the signal is aborted, whoever asked
   * keeps what was told last. Rejects with AssayError `design-unusable`.
   */
  async derive(model: Model, budget: number, onBetter: (better: ShownDesign) => void, signal: AbortSignal): Promise<ShownDesign> {
    let told = 0
    let untold: Better | undefined
    const tell = () => {
      if (untold === undefined || signal.aborted || performance.now() - told < between) return
      latest = untold.result()
      untold = undefined
      onBetter(showDesign(latest))
      told = performance.now()
    }
    const breathe = pauser()
    const result = await derive(model, {
      budget,
      signal,
      onBetter: (better) => {
        untold = better
        tell()
      },
      pause: async () => {
        await breathe()
        tell()
      },
    })
    if (!signal.aborted) latest = result
    return showDesign(result)
  },
  /** The texts of what a test of the last result is the first to exercise. */
  added: (test: number, most: number): string[] => (latest === undefined ? [] : addedBy(latest, test, most)),
}

/** What the page can ask this worker. */
export type DesignWorker = typeof api

exposeApi(api)
