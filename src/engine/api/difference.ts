import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { isObject } from '#engine/checks/values.ts'
import type { Api } from './api.ts'
import { member } from './fields.ts'
import type { OperationHead } from './operation.ts'
import { refOf, type References } from './references.ts'

/** What another version of a description changes, operation by operation. */
export interface ApiDifference {
  added: OperationHead[]
  removed: OperationHead[]
  /** `parts`: `parameters`, `request body`, `response 200`, `security`. */
  changed: { head: OperationHead; parts: string[] }[]
}

/** Compares two versions of a description. Operations are known by method and path; schemas that they refer to count. */
export function differenceOf(before: Api, after: Api): ApiDifference {
  const address = ({ method, path }: OperationHead) => `${method} ${path}`
  const old = new Map(before.operations.map((head) => [address(head), head]))
  const now = new Map(after.operations.map((head) => [address(head), head]))
  const [textBefore, textAfter] = [partText(before.references), partText(after.references)]
  return {
    added: after.operations.filter((head) => !old.has(address(head))),
    removed: before.operations.filter((head) => !now.has(address(head))),
    changed: before.operations.flatMap((head) => {
      const next = now.get(address(head))
      if (!next) return []
      const [left, right] = [partsOf(before, head.key), partsOf(after, next.key)]
      const parts = [...new Set([...left.keys(), ...right.keys()])].filter(
        (name) => textBefore(left.get(name)) !== textAfter(right.get(name)),
      )
      return parts.length === 0 ? [] : [{ head: next, parts }]
    }),
  }
}

function partsOf(api: Api, key: string): Map<string, unknown> {
  const operation = api.operation(key)
  if (!operation) return new Map()
  const { parameters, body, responses, security, deprecated } = operation
  return new Map<string, unknown>([
    ['operationId', operation.key],
    ['parameters', parameters],
    ['request body', body],
    ...responses.map((one): [string, unknown] => [`response ${one.status}`, one]),
    ['security', security],
    ['deprecated', deprecated],
  ])
}

/** A part as a string with everything that it refers to, except descriptions; each reference is computed once. */
function partText(references: References): (part: unknown) => string {
  const texts = new Map<string, string>()
  const textOf = (part: unknown): string => {
    const refs = new Set<string>()
    const own = canonical(bare(part, refs))
    const reached = new Set<string>()
    const waiting = [...refs]
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (reached.has(ref)) continue
      reached.add(ref)
      const below = new Set<string>()
      const text = texts.get(ref)
      const target = references.at(ref)
      if (text === undefined) texts.set(ref, canonical(bare(target, below)))
      else bare(target, below)
      waiting.push(...below)
    }
    return [own, ...[...reached].toSorted().map((ref) => `${ref}=${texts.get(ref) ?? ''}`)].join('\n')
  }
  return textOf
}

/** A value without its documentation; references are collected. */
function bare(value: unknown, refs: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one, refs))
  if (!isObject(value)) return value ?? null
  const ref = refOf(value)
  if (ref !== undefined && typeof member(value, '$ref') === 'string') refs.add(ref)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !/^(description|summary|examples?|externalDocs|title|x-.*)$/.test(key) || isObject(one))
      .filter(([key, one]) => one !== undefined && !/^(examples?|externalDocs)$/.test(key))
      .map(([key, one]) => [key, bare(one, refs)]),
  )
}
