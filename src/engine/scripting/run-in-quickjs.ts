import quickjs from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type SuccessOrFail,
} from 'quickjs-emscripten-core'
import { textOf } from '#engine/base/errors.ts'
import { parseScriptOutput } from './script-output.ts'
import { scriptLimits, type ScriptErrorKind, type ScriptInput, type ScriptOutput, type ScriptWant } from './script-io.ts'

/** What the thread of a script has of its host. */
export interface ScriptHost {
  /** QuickJS as WebAssembly. */
  quickjs(): Promise<ArrayBuffer>
  /** A WebAssembly.Memory: pages of 64 KiB that it starts with, and that it may grow to. */
  memory(initial: number, maximum: number): object
  /** Milliseconds on a clock that never goes back. */
  now(): number
}

/** When a library is given to the script: it costs milliseconds and memory. */
const mentions: Record<string, RegExp> = {
  ajv: /\bajv\b|jsonSchema|\btv4\b/i,
  chai: /expect|assert|should|chai|\bto\b|\bbe\b/i,
  'crypto-js': /crypto|hash|hmac|md5|sha\d/i,
  lodash: /\b_\b|lodash/,
  moment: /moment/,
}

/**
 * Runs a script in a new instance of QuickJS, whose only connection to the outside is the text that it reads and the JSON that
 * it gives back. It is stopped at its time and memory; what it did until then is kept.
 */
export async function runInQuickjs(input: ScriptInput, host: ScriptHost): Promise<ScriptOutput> {
  const [{ default: api }, wasmBinary] = await Promise.all([import('virtual:script-api'), host.quickjs()])
  // QuickJS's own limit counts nothing in WebAssembly: the memory itself is limited.
  const wasmMemory = host.memory(scriptLimits.pages.initial, scriptLimits.pages.maximum) as never
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmBinary, wasmMemory }))
  const runtime = engine.newRuntime({ maxStackSizeBytes: scriptLimits.stack })
  let wanted: string | undefined
  let deadline = Number.POSITIVE_INFINITY
  let isLate = false
  /** What the script did is read with some time more: it can define this, too, to be endless. */
  const allowReading = (): void => {
    isLate ||= host.now() > deadline
    deadline = host.now() + scriptLimits.reading
  }
  runtime.setInterruptHandler(() => wanted !== undefined || host.now() > deadline)
  // Never disposed of: after a script that ran out of something this can fail, and the whole instance is garbage anyway.
  const context = runtime.newContext()
  const suspend = context.newFunction('suspend', (want) => {
    wanted = context.getString(want)
  })
  const given = { ...input, code: '' }
  const prepared = prepareIn(context, api.api, [given, scriptLimits, librariesFor(input.code, api.libraries)], suspend)
  deadline = host.now() + input.timeout
  const ended = guarded(() => execute(context, input.code, prepared), context, prepared, allowReading)
  if (wanted !== undefined) return { checks: [], logs: [], sets: [], wants: [wantOf(wanted)] }
  allowReading()
  const read = (): string => context.getString(take(context.callFunction(prepared.collect, context.undefined)))
  const collected = guarded(read, context, prepared, () => undefined)
  // Without memory for an error, null is thrown.
  const isFull = (wasmMemory as { buffer: ArrayBuffer }).buffer.byteLength >= scriptLimits.pages.maximum * 65_536 * 0.75
  if ('error' in ended && ended.error.message === 'null' && isFull) ended.error = { kind: 'memory', message: '' }
  const error = isLate ? ({ kind: 'timeout', message: '' } as const) : 'error' in ended ? ended.error : undefined
  const output = 'error' in collected ? undefined : parseScriptOutput(collected.value)
  if (output === undefined) return { checks: [], logs: [], sets: [], wants: [], error: error ?? { kind: 'crashed', message: '' } }
  if (error) return { ...output, wants: [], error }
  const isStuck = 'value' in ended && ended.value === 'pending' && output.wants.length === 0
  return isStuck ? { ...output, error: { kind: 'waiting', message: '' } } : output
}

const librariesFor = (code: string, all: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => mentions[name]?.test(code) !== false))

/** Functions of the API, taken before anything of the script ran. */
interface Prepared {
  advance: QuickJSHandle
  collect: QuickJSHandle
  describe: QuickJSHandle
}

/** Evaluates the API and calls its `prepare`. */
function prepareIn(context: QuickJSContext, api: string, given: unknown[], suspend: QuickJSHandle): Prepared {
  const prepare = take(context.evalCode(`${api};api.prepare`, 'assay'))
  const parse = take(context.evalCode('delete globalThis.api;JSON.parse', 'assay'))
  const parts = given.map((one) => take(context.callFunction(parse, context.undefined, context.newString(JSON.stringify(one)))))
  const prepared = take(context.callFunction(prepare, context.undefined, ...parts, suspend))
  const get = (name: string): QuickJSHandle => context.getProp(prepared, name)
  return { advance: get('advance'), collect: get('collect'), describe: get('describe') }
}

/** Runs the script and everything that it queues, until nothing is left or it waits for the host. */
function execute(context: QuickJSContext, code: string, { advance }: Prepared): 'done' | 'pending' {
  // On one line with the script: its errors name its own lines. A script that closes the brackets is only another script.
  const promise = take(context.evalCode(`(async function(){${code}\n}).call(globalThis)`, 'script'))
  for (;;) {
    take(context.runtime.executePendingJobs())
    if (context.dump(take(context.callFunction(advance, context.undefined))) !== true) break
  }
  // A script that closes the brackets may leave anything.
  if (context.typeof(promise) !== 'object') return 'done'
  const state = context.getPromiseState(promise)
  if (state.type === 'rejected') throw new ScriptThrown(state.error)
  return state.type === 'pending' ? 'pending' : 'done'
}

/** A value that the script threw. */
class ScriptThrown {
  readonly thrown: QuickJSHandle
  constructor(thrown: QuickJSHandle) {
    this.thrown = thrown
  }
}

function take<T>(result: SuccessOrFail<T, QuickJSHandle>): T {
  if (result.error) throw new ScriptThrown(result.error)
  return result.value
}

type Ended<T> = { value: T } | { error: NonNullable<ScriptOutput['error']> }

/** What a call into QuickJS comes to. Of what it throws only a text is read, by a function of the API. */
function guarded<T>(call: () => T, context: QuickJSContext, { describe }: Prepared, allowReading: () => void): Ended<T> {
  try {
    return { value: call() }
  } catch (thrown) {
    if (!(thrown instanceof ScriptThrown))
      return { error: { kind: isStackOf(thrown) ? 'stack' : 'crashed', message: textOf(thrown) } }
    allowReading()
    try {
      const described = context.getString(take(context.callFunction(describe, context.undefined, thrown.thrown)))
      const [name = '', message = '', line = ''] = described.slice(0, scriptLimits.text).split('\u0001')
      const kind = name !== 'InternalError' ? 'thrown' : (internalErrors[message] ?? 'thrown')
      const shown = name === '' ? message : `${name}: ${message}`
      return {
        error: { kind, message: shown, isAssertion: name === 'AssertionError', ...(line === '' ? {} : { line: Number(line) }) },
      }
    } catch {
      return { error: { kind: 'memory', message: '' } }
    }
  }
}

/** What QuickJS calls the limits. */
const internalErrors: Partial<Record<string, ScriptErrorKind>> = {
  'out of memory': 'memory',
  'stack overflow': 'stack',
  interrupted: 'timeout',
}

/** The host's own stack is the smaller one for some nested values. */
const isStackOf = (thrown: unknown): boolean => thrown instanceof RangeError

const wantOf = (json: string): ScriptWant => {
  const { type, name } = JSON.parse(json) as { type: 'variable' | 'secret'; name: string }
  return { type, name }
}
