import type { RuntimeFunction } from './function.ts'

/** Variables and templates. */
export const variableFunctions = {
  scopes: {
    text: String.raw`/** Where variables are looked up, the nearest first: rows, case, suite, environment, project. */
let scopes = []`,
  },
  variable: {
    needs: ['scopes'],
    text: String.raw`/** How many scopes, from the outermost, a start value sees first while it is worked out; 0: all. */
let home = 0
/** It needed a variable of a scope further in, so that it is worked out anew there. */
let borrowed = false

/** A variable; undefined if there is none. Start values are worked out when they are first used. */
function variable(name) {
  const has = (scope) => scope.has(name)
  const near = scopes.slice(-home).find(has)
  const scope = near ?? scopes.find(has)
  if (scope === undefined) return undefined
  borrowed ||= near === undefined
  const value = scope.get(name)
  if (typeof value !== 'function') return value
  if (value.settings) return value()
  const before = { home, borrowed }
  home = Math.max(2, scopes.length - scopes.indexOf(scope))
  borrowed = false
  try {
    const known = value()
    if (!borrowed) scope.set(name, known)
    return known
  } finally {
    home = before.home
    borrowed ||= before.borrowed
  }
}`,
  },
  vars: {
    needs: ['variable'],
    text: String.raw`/** Every variable by its name. @type {Record<string, any>} */
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
  set: {
    needs: ['scopes'],
    text: String.raw`/** Sets a variable of the case, the suite or the project. */
const set = (scope, name, value) => scopes.at({ project: -1, suite: -3, case: -4 }[scope]).set(name, value)`,
  },
  asText: {
    text: String.raw`const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))`,
  },
  text: {
    needs: ['asText'],
    text: String.raw`/** Text with values in it: texts as they are, all others as JSON. */
const text = (parts, ...values) => String.raw({ raw: parts }, ...values.map(asText))`,
  },
  json: {
    needs: ['asText'],
    text: String.raw`/** JSON with values in it: escaped between quotes, as JSON outside of them. */
function json(parts, ...values) {
  let [made] = parts
  let quoted = endsQuoted(made, false)
  for (const [index, value] of values.entries()) {
    const next = parts[index + 1]
    made += (quoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value)) + next
    quoted = endsQuoted(next, quoted)
  }
  return made
}

/** Whether a string of JSON is open behind a piece of it. */
function endsQuoted(piece, quoted) {
  for (let at = 0; at < piece.length; at++) {
    if (piece[at] === '"') quoted = !quoted
    else if (piece[at] === '\\' && quoted) at++
  }
  return quoted
}`,
  },
  transfer: {
    needs: ['set'],
    text: String.raw`/** Takes all values first and sets the variables then. */
function transfer(transfers) {
  const found = transfers.map(({ to, scope = 'case', value, otherwise }) => ({ to, scope, value: valueOr(value, otherwise, to) }))
  for (const { to, scope, value } of found) set(scope, to, value)
}

function valueOr(value, otherwise, to) {
  let found
  try {
    found = value()
  } catch (error) {
    if (!otherwise || !(error instanceof Unreadable)) throw error
  }
  if (found === undefined && !otherwise) throw new Error('nothing was found for ' + to)
  return found ?? (found === null ? null : otherwise())
}`,
  },
  capture: {
    needs: ['asText'],
    text: String.raw`/** The first group of the first match, or all of it; undefined for none. */
function capture(value, pattern) {
  if (value === undefined) return undefined
  const match = pattern.exec(asText(value))
  return match ? (match.length > 1 ? match[1] : match[0]) : undefined
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
