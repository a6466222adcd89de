import type { RuntimeFunction } from './function.ts'

/** Variables and templates. */
export const variableFunctions = {
  scopes: {
    text: String.raw`/** The scopes of variables, innermost first: rows, case, suite, environment, project. */
let scopes = []`,
  },
  variable: {
    needs: ['scopes'],
    text: String.raw`/** How many scopes, from the outermost, an initial value can use while it is resolved. 0: all. */
let home = 0
/** It needs a variable of an inner scope, so it is resolved again there. */
let borrowed = false

/** A variable, or undefined. Initial values are resolved on first use. */
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
    text: String.raw`/** Sets a variable of the case, suite or project. */
const set = (scope, name, value) => scopes.at({ project: -1, suite: -3, case: -4 }[scope]).set(name, value)`,
  },
  asText: {
    text: String.raw`const asText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))`,
  },
  text: {
    needs: ['asText'],
    text: String.raw`/** Text with values: strings unchanged, all others as JSON. */
const text = (parts, ...values) => String.raw({ raw: parts }, ...values.map(asText))`,
  },
  json: {
    needs: ['asText'],
    text: String.raw`/** JSON with values: escaped inside strings, as JSON elsewhere. */
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

/** Whether a JSON string is still open after this piece. */
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
    text: String.raw`/** Reads all values before it sets the variables. */
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
    text: String.raw`/** The first group of the first match, or the complete match. Undefined without a match. */
function capture(value, pattern) {
  if (value === undefined) return undefined
  const match = pattern.exec(asText(value))
  return match ? (match.length > 1 ? match[1] : match[0]) : undefined
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
