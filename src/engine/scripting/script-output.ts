import { isObject } from '#engine/base/encoding/json-value.ts'
import type { ScriptJump, ScriptOutput, ScriptScope, ScriptWant } from './script-io.ts'

const scopes: readonly unknown[] = ['TestCase', 'TestSuite', 'Project', 'assigned']
const isText = (value: unknown): value is string => typeof value === 'string'
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Reads what a script did. The text is made by code that shares its world with the script, so every part is looked at; what
 * has another form is left out. Undefined: it isn't JSON.
 */
export function parseScriptOutput(json: string): ScriptOutput | undefined {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return undefined
  }
  if (!isObject(read)) return undefined
  return {
    checks: listOf(read.checks).flatMap(({ name, passed, message }) =>
      isText(name) && isText(message) ? [{ name, passed: passed === true, message }] : [],
    ),
    logs: listOf(read.logs).flatMap(({ level, text }) =>
      isText(text) ? [{ level: level === 'warning' ? ('warning' as const) : ('info' as const), text }] : [],
    ),
    sets: listOf(read.sets).flatMap(({ name, scope, value }) =>
      isText(name) && scopes.includes(scope) ? [{ name, scope: scope as ScriptScope, value }] : [],
    ),
    wants: listOf(read.wants).flatMap(requestOf),
    ...jumpOf(read.jump),
  }
}

function jumpOf(read: unknown): { jump?: ScriptJump } {
  if (!isObject(read)) return {}
  if (read.skip === true) return { jump: { skip: true } }
  return read.next === null || isText(read.next) ? { jump: { next: read.next } } : {}
}

function requestOf({ method, url, headers, body }: Record<string, unknown>): ScriptWant[] {
  if (!isText(method) || !isText(url)) return []
  const pairs = Array.isArray(headers) ? headers.filter(Array.isArray) : []
  return [
    {
      type: 'request',
      method,
      url,
      headers: pairs.map(([name, value]): [string, string] => [String(name), String(value)]),
      ...(isText(body) ? { body } : {}),
    },
  ]
}
