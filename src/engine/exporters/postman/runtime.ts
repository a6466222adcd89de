import { runtime } from '#engine/load/k6/runtime/index.ts'

interface Helper {
  needs: readonly string[]
  text: string
}

/** What Postman does otherwise than k6, by the names that the code of checks calls. */
const own: Readonly<Record<string, Helper>> = {
  variable: {
    needs: [],
    text: String.raw`function variable(name) {
  const value = pm.variables.get(name)
  return typeof value === 'string' ? pm.variables.replaceIn(value) : value
}`,
  },
  vars: {
    needs: ['variable'],
    text: String.raw`/** Every variable by its name. */
const vars = new Proxy(
  {},
  {
    get(_, name) {
      const value = variable(name)
      if (value === undefined) throw new Error('there is no variable ' + String(name))
      return value
    },
  },
)`,
  },
  random: { needs: [], text: 'const random = Math.random' },
  keep: {
    needs: [],
    text: String.raw`/** Keeps a value for later requests. */
function keep(name, value) {
  const kept = typeof value === 'object' ? JSON.stringify(value) : value
  if (pm.environment.has(name)) pm.environment.set(name, kept)
  else pm.collectionVariables.set(name, kept)
}`,
  },
  valueOr: {
    needs: ['Unreadable'],
    text: String.raw`/** A value, or the default if there is none. */
function valueOr(value, otherwise) {
  try {
    const found = value()
    if (found !== undefined) return found
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return otherwise()
}`,
  },
  answerOf: {
    needs: [],
    text: String.raw`/** The response, with repeated headers joined. */
function answerOf(response) {
  const headers = {}
  const cookies = {}
  for (const { key, value } of response.headers.all()) {
    const name = Object.keys(headers).find((one) => one.toLowerCase() === key.toLowerCase()) ?? key
    headers[name] = name in headers ? headers[name] + ', ' + value : value
    const [, cookie, content] = (key.toLowerCase() === 'set-cookie' && /^\s*([^=;]+?)\s*=\s*"?([^;]*?)"?\s*(;|$)/.exec(value)) || []
    if (cookie !== undefined) cookies[cookie] = [{ value: content }]
  }
  return { status: response.code, headers, cookies, text: response.text(), duration: response.responseTime }
}`,
  },
}

/** The functions that a script calls, with all that they need, in an order in which each can be used. */
export function helpersFor(names: Iterable<string>): string[] {
  const known: Readonly<Record<string, { needs?: readonly string[]; text: string }>> = { ...runtime, ...own }
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const needed of known[name]?.needs ?? []) add(needed)
  }
  for (const name of names) add(name)
  return Object.keys(known).flatMap((name) => (wanted.has(name) ? [known[name]?.text ?? ''] : []))
}
