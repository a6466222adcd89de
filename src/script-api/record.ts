import type { ScriptAnswer, ScriptInput, ScriptJump, ScriptScope, SentByScript } from '#engine/scripting/script-io.ts'

/**
 * What a script did. Kept as texts that are JSON already, and read without any method that a script could have replaced: it
 * can lie about its own results, never break the reader.
 */
export interface ScriptRecord {
  input: ScriptInput
  /** Of each check: its name, and `true`, or what failed. */
  check(name: unknown): (failure: string | true) => void
  log(level: 'info' | 'warning', text: string): void
  /** Has the run go on with a request by its name, with none (null), or without that of the script. */
  jump(to: ScriptJump): void
  set(scope: ScriptScope, name: unknown, value: unknown): void
  get(name: unknown): unknown
  has(name: unknown): boolean
  secret(id: unknown): string
  /** Queues a request; what comes of it is given to `then`. */
  send(request: SentByScript, then: (answer: ScriptAnswer) => void): void
  /** Queues what runs after the script and the requests that it has sent so far. Time passes without waiting. */
  later(run: () => void, milliseconds: number): number
  cancel(id: number): void
  /** Milliseconds since 1970, by the script's own clock. */
  now(): number
  /** Goes on with what is queued: false: nothing is. */
  advance(): boolean
  /** Everything as JSON. */
  collect(): string
}

/** The bounds of what is kept, see `scriptLimits`. */
export interface RecordLimits {
  checks: number
  logs: number
  text: number
  sets: number
  requests: number
}

const { stringify, parse } = JSON
const text = String
const { min } = Math
const { hasOwn } = Object
const NativeError = Error

const quoted = (value: string): string => stringify(value)

/** Stops the script where it is: it is run again with what it waits for. Given by the host. */
type Suspend = (want: string) => void

export function createRecord(input: ScriptInput, limits: RecordLimits, suspend: Suspend): ScriptRecord {
  const checks: { name: string; result: string | true | undefined }[] = []
  const logs: string[] = []
  const sets: string[] = []
  const wants: string[] = []
  const queue: { id: number; at: number; run: () => void }[] = []
  const waiting: ((answer: ScriptAnswer) => void)[] = []
  const values = new Map<string, unknown>()
  const withheld = new Set<string>(input.withheld)
  let delivered = 0
  let omitted = 0
  let lastId = 0
  let clock = input.now
  let jump = ''
  for (const name in input.variables) values.set(name, input.variables[name])
  const get = values.get.bind(values)
  const keep = values.set.bind(values)
  const isKnown = values.has.bind(values)
  const isWithheld = withheld.has.bind(withheld)

  /** Never comes back: the host interrupts the script at the next chance it has. */
  const wait = (want: string): never => {
    suspend(want)
    for (;;);
  }
  const shortened = (value: string): string => (value.length > limits.text ? `${value.substring(0, limits.text - 1)}…` : value)
  const tooMany = (what: string, most: number): never => {
    throw new NativeError(`A script can have at most ${most} ${what}.`)
  }

  return {
    input,
    check(name) {
      if (checks.length >= limits.checks) tooMany('tests', limits.checks)
      const one: (typeof checks)[number] = { name: shortened(text(name)), result: undefined }
      checks[checks.length] = one
      return (failure) => {
        one.result = failure === true ? true : shortened(text(failure))
      }
    },
    log(level, line) {
      if (logs.length >= limits.logs) omitted++
      else logs[logs.length] = `{"level":"${level}","text":${quoted(shortened(line))}}`
    },
    jump(to) {
      const next = 'next' in to ? to.next : undefined
      jump = next === undefined ? '{"skip":true}' : `{"next":${next === null ? 'null' : quoted(shortened(text(next)))}}`
    },
    set(scope, given, value) {
      if (sets.length >= limits.sets) tooMany('variable changes', limits.sets)
      const name = text(given)
      // Postman and its relatives write a value that is undefined as "null".
      const json = stringify(value) ?? 'null'
      sets[sets.length] = `{"scope":"${scope}","name":${quoted(name)},"value":${json}}`
      keep(name, parse(json))
    },
    get(given) {
      const name = text(given)
      if (!isKnown(name) && isWithheld(name)) wait(`{"type":"variable","name":${quoted(name)}}`)
      return get(name)
    },
    has: (given) => isKnown(text(given)) || isWithheld(text(given)),
    secret(given) {
      const id = text(given)
      const known = hasOwn(input.secrets, id) ? input.secrets[id] : undefined
      return known ?? wait(`{"type":"secret","name":${quoted(id)}}`)
    },
    send(request, then) {
      if (waiting.length >= limits.requests) tooMany('requests', limits.requests)
      const at = waiting.length
      waiting[at] = then
      if (at >= input.answers.length) wants[wants.length] = `{"type":"request",${stringify(request).substring(1)}`
    },
    later(run, milliseconds) {
      const id = ++lastId
      let at = queue.length
      const due = clock + (milliseconds > 0 ? milliseconds : 0)
      while (at > 0 && (queue[at - 1]?.at ?? 0) > due) at--
      for (let index = queue.length; index > at; index--) queue[index] = queue[index - 1] as (typeof queue)[number]
      queue[at] = { id, at: due, run }
      return id
    },
    cancel(id) {
      for (let index = 0; index < queue.length; index++) {
        const one = queue[index]
        if (one?.id === id) one.run = () => undefined
      }
    },
    now: () => clock++,
    advance() {
      const then = waiting[delivered]
      if (then !== undefined) {
        const answer = input.answers[delivered]
        if (answer === undefined) return false
        delivered++
        then(answer)
        return true
      }
      const first = queue[0]
      if (first === undefined) return false
      for (let index = 1; index < queue.length; index++) queue[index - 1] = queue[index] as (typeof queue)[number]
      queue.length -= 1
      clock = min(first.at > clock ? first.at : clock, 8.64e15)
      first.run()
      return true
    },
    collect() {
      let listed = ''
      for (let index = 0; index < checks.length; index++) {
        const { name, result } = checks[index] as (typeof checks)[number]
        const message = result === undefined ? 'the test never finished' : result === true ? '' : result
        listed += `${index > 0 ? ',' : ''}{"name":${quoted(name)},"passed":${result === true},"message":${quoted(message)}}`
      }
      if (omitted > 0) logs[limits.logs] = `{"level":"warning","text":"${omitted} more lines were omitted."}`
      return `{"checks":[${listed}],"logs":[${joined(logs)}],"sets":[${joined(sets)}],"wants":[${joined(wants)}]${jump === '' ? '' : `,"jump":${jump}`}}`
    },
  }
}

function joined(all: string[]): string {
  let result = ''
  for (let index = 0; index < all.length; index++) result += (index > 0 ? ',' : '') + (all[index] ?? '')
  return result
}
