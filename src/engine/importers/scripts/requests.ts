import type * as js from 'acorn'
import type { Check } from '#engine/steps/assertion/schema.ts'
import type { StepFields } from '../draft.ts'
import { pair, queryPairs, textBody, type Pair } from '../request/body.ts'
import type { Source } from './values.ts'

/** What a script does with a response. */
export interface OfAnswer {
  /** What it tests, by the names of the tests; checks outside a test have none. */
  tests: { name: string; checks: Check[] }[]
  /** What of the response it keeps in variables; names are legal ones. */
  keeps: { to: string; source: Source; match?: string; code: string }[]
}

/** A request that a script sends itself (`pm.sendRequest`), with what the script does with its response. */
export interface ScriptRequest extends OfAnswer {
  method: string
  url: string
  headers: Pair[]
  body: NonNullable<StepFields<'send-request'>['body']> & { type: string }
  /** What has to hold for it to be sent. */
  onlyIf?: Check[]
  code: string
}

/** The text that an expression makes, as a template; undefined if it is unknown. */
type TextOf = (node: js.Expression | js.SpreadElement | undefined) => string | undefined

type Sent = Pick<ScriptRequest, 'method' | 'url' | 'headers' | 'body'>

/** What is sent, by the first argument of `pm.sendRequest`: a URL or an object. Undefined if a part of it is unknown. */
export function sentRequest(node: js.Expression | js.SpreadElement | undefined, textOf: TextOf): Sent | undefined {
  if (node?.type !== 'ObjectExpression') {
    const url = textOf(node)
    return url === undefined ? undefined : { method: 'GET', url, headers: [], body: { type: 'none' } }
  }
  const url = textOf(memberOf(node, 'url'))
  const method = optional(memberOf(node, 'method'), textOf, 'GET')
  const headers = headersOf(memberOf(node, 'header') ?? memberOf(node, 'headers'), textOf)
  if (url === undefined || method === undefined || headers === undefined) return undefined
  const body = bodyOf(memberOf(node, 'body'), headers, textOf)
  return body && { method: method.toUpperCase(), url, headers, body }
}

function memberOf(node: js.ObjectExpression, wanted: string): js.Expression | undefined {
  for (const one of node.properties) {
    if (one.type !== 'Property' || one.computed) continue
    if (keyOf(one) === wanted) return one.value
  }
  return undefined
}

const keyOf = ({ key }: js.Property): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined

const optional = (node: js.Expression | undefined, textOf: TextOf, missing: string): string | undefined =>
  node === undefined ? missing : textOf(node)

/** `{ Accept: "x" }`, `[{ key, value }]` or `"Accept: x"`. */
function headersOf(node: js.Expression | undefined, textOf: TextOf): Pair[] | undefined {
  if (node === undefined) return []
  if (node.type === 'ArrayExpression') return pairsOf(node, textOf)
  if (node.type !== 'ObjectExpression') {
    const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(textOf(node) ?? '') ?? []
    return name === undefined || value === undefined ? undefined : [pair(name.trim(), value)]
  }
  const pairs = node.properties.map((one) => {
    const name = one.type === 'Property' && !one.computed ? keyOf(one) : undefined
    const value = one.type === 'Property' ? textOf(one.value) : undefined
    return name === undefined || value === undefined ? undefined : pair(name, value)
  })
  return pairs.includes(undefined) ? undefined : pairs.flatMap((one) => one ?? [])
}

function pairsOf(node: js.ArrayExpression, textOf: TextOf): Pair[] | undefined {
  const pairs = node.elements.map((one) => {
    if (one?.type !== 'ObjectExpression') return undefined
    const name = textOf(memberOf(one, 'key'))
    const value = textOf(memberOf(one, 'value'))
    const disabled = memberOf(one, 'disabled')
    return name === undefined || value === undefined
      ? undefined
      : pair(name, value, disabled?.type === 'Literal' && disabled.value === true)
  })
  return pairs.includes(undefined) ? undefined : pairs.flatMap((one) => one ?? [])
}

function bodyOf(node: js.Expression | undefined, headers: readonly Pair[], textOf: TextOf): Sent['body'] | undefined {
  if (node === undefined) return { type: 'none' }
  const named = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
  const raw = (text: string | undefined) =>
    text === undefined ? undefined : textBody(text, named ?? (/^\s*[[{]/.test(text) ? 'application/json' : 'text/plain'))
  if (node.type !== 'ObjectExpression') return raw(textOf(node))
  const mode = textOf(memberOf(node, 'mode'))
  const content = memberOf(node, mode ?? '')
  if (mode === 'raw') return raw(textOf(content))
  if (mode !== 'urlencoded') return undefined
  const fields = content?.type === 'ArrayExpression' ? pairsOf(content, textOf) : fieldsOf(content && textOf(content))
  return fields && { type: 'form', fields }
}

const fieldsOf = (text: string | undefined): Pair[] | undefined => (text === undefined ? undefined : queryPairs(text))
