import { liftLimits } from '#engine/base/work-limit.ts'
import { AssayError } from '#engine/base/errors.ts'
import type { DesignTest } from '#engine/design/result.ts'
import { deriveSuite } from '#engine/design/index.ts'
import type { MethodId } from '#engine/design/facts.ts'
import type { BuiltRequest, GivenRequest, Shape } from '#engine/design/models/index.ts'
import type { Better, DesignResult, Pieces } from '#engine/design/result.ts'
import type { Model } from '#engine/design/schemas.ts'
import { designTexts } from '#engine/design/texts.ts'
import { sendDesign, showDesign, type RuledOut, type SentDesign, type SentTests, type Shown } from './design/shown-design.ts'
import { exposeApi } from './wire.ts'

/** Milliseconds of work after which a message to stop may arrive. */
const breath = 12
/** Milliseconds between two suites that are passed: each costs the page a moment. */
const between = 150

/** What was derived last: questions about its items are asked one by one. */
let latest: Shown | undefined

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

/** Where a model comes from: an operation of an API definition (its JSON text), or a request. */
export type ShapeSource = { document: string; operation: string } | { request: GivenRequest }

/** What was opened, by whatever it is called: a document is given once. */
const shapes = new Map<string, Promise<Shape>>()
const sources = new Map<string, ShapeSource>()

async function shapeOf(of: ShapeSource): Promise<Shape> {
  const { shapeOfOperation, shapeOfRequest } = await import('#engine/design/models/index.ts')
  if ('request' in of) return shapeOfRequest(of.request)
  const { apiOf } = await import('#engine/api/api.ts')
  return shapeOfOperation(apiOf(of.document), of.operation)
}

/** Gives each test the status that is expected of it, where it is known what the tests are sent to. */
async function withStatus(key: string | undefined): Promise<(ended: DesignResult | Better) => Pieces<Shown>> {
  const shape = key === undefined ? undefined : await shapes.get(key)?.catch(() => undefined)
  if (shape === undefined) return showDesign
  const models = await import('#engine/design/models/index.ts')
  return (ended) => showDesign(ended, (result) => models.withStatus(result, shape))
}

/** Derives tests away from the page's thread. */
const api = {
  /**
   * The tests of a design; `onBetter` receives smaller suites on the way, but not each of them; of each suite, and of the
   * answer, `onTests` gets the tests that come before its end. Once the signal is aborted, the caller keeps what was
   * reported last. With the name of an opened `shape` each test expects its status. Rejects with AssayError `design-unusable`.
   */
  async derive(
    model: Model,
    budget: number,
    onTests: (tests: SentTests) => Promise<void> | void,
    onBetter: (better: SentDesign) => void,
    signal: AbortSignal,
    shape?: string,
  ): Promise<SentDesign> {
    const shownOf = await withStatus(shape)
    const breathe = pauser()
    // The caller that stopped it keeps what was reported last: to compute and send what no one takes would only hold the next question
    // up.
    const goOn = async () => {
      await breathe()
      if (signal.aborted) throw new AssayError('cancelled', designTexts.stopped)
    }
    const handOver = async (suite: DesignResult | Better): Promise<SentDesign> => {
      const showing = shownOf(suite)
      let shown = showing.next()
      for (; !shown.done; shown = showing.next()) await goOn()
      const sending = sendDesign(shown.value.design)
      let sent = sending.next()
      for (; !sent.done; sent = sending.next()) {
        await onTests(sent.value)
        await goOn()
      }
      latest = shown.value
      return sent.value
    }
    let next = 0
    let untold: Better | undefined
    const ended = await deriveSuite(model, {
      budget,
      signal,
      onBetter: (better) => {
        untold = better
      },
      pause: async () => {
        await breathe()
        const begun = performance.now()
        if (untold === undefined || signal.aborted || begun < next) return
        const better = untold
        untold = undefined
        onBetter(await handOver(better))
        // Of a large model telling costs more than looking for less.
        next = performance.now() + Math.max(between, 5 * (performance.now() - begun))
      },
    })
    await goOn()
    return handOver(ended)
  },
  /**
   * Opens what tests are sent to under a name; returns what could not be inferred from it. Rejects with AssayError
   * `design-unusable`.
   */
  async open(key: string, of: ShapeSource): Promise<{ title: string; notes: readonly string[] }> {
    const shape = shapeOf(of)
    shapes.set(key, shape)
    sources.set(key, of)
    const { title, notes } = await shape
    return { title, notes }
  },
  /** The model of what was opened; undefined where the method has none of it: a state chart, say, is typed. */
  async model(key: string, method: MethodId): Promise<Model | undefined> {
    const [shape, source] = [await shapes.get(key), sources.get(key)]
    if (shape === undefined || source === undefined) return undefined
    const { crudOf, modelOf, shapeMethods } = await import('#engine/design/models/index.ts')
    const known = shapeMethods.find((one) => one === method)
    if (known) return modelOf(shape, { method: known })
    if (method !== 'crud' || !('document' in source)) return undefined
    const { apiOf } = await import('#engine/api/api.ts')
    return crudOf(apiOf(source.document), source.operation)
  },
  /** The requests of tests, computed by what was opened. */
  async built(key: string, tests: Omit<DesignTest, 'covers'>[]): Promise<BuiltRequest[] | undefined> {
    const shape = await shapes.get(key)
    if (shape === undefined) return undefined
    const { requestOf } = await import('#engine/design/models/index.ts')
    return tests.map((test) => requestOf(shape, { ...test, covers: [] }))
  },
  /** The texts of what a test of the last result is the first to exercise. */
  added: (test: number, most: number): string[] => latest?.added(test, most) ?? [],
  /** The first infeasible items of the last result, with the rules that rule them out. */
  ruledOut: (most: number): RuledOut[] => latest?.ruledOut(most) ?? [],
}

/** What the page can ask this worker. */
export type DesignWorker = typeof api

// The page can end this worker, whatever it does.
liftLimits()
exposeApi(api)
