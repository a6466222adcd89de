import { capital } from '#engine/base/capital.ts'
import type { MethodId } from '#engine/design/facts.ts'
import { designSchemas } from '#engine/design/schemas.ts'
import { designTexts } from './texts.ts'

/** A setting of a method, as its schema says it. */
export type MethodOption =
  | { key: string; label: string; kind: 'choice'; standard: string | number; values: readonly (string | number)[] }
  | { key: string; label: string; kind: 'number'; standard: number; min?: number; max?: number }
  | { key: string; label: string; kind: 'switch'; standard: boolean }

/** The parts of a valibot schema that are looked at. */
export interface SchemaPart {
  type: string
  wrapped?: SchemaPart
  item?: SchemaPart
  default?: unknown
  options?: readonly unknown[]
  pipe?: readonly { type: string; requirement?: unknown }[]
  entries?: Readonly<Record<string, SchemaPart>>
}

/** `extraStates` → `Extra states`. */
export const wordsOf = (key: string): string => {
  const words = key.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()
  return capital(words)
}

/** The settings of a method beside its model, in the order of the file: what its schema gives a usual value. */
export function optionsOf(method: MethodId): MethodOption[] {
  const { entries = {} } = designSchemas[method] as unknown as SchemaPart
  return Object.entries(entries).flatMap(([key, node]): MethodOption[] => {
    const inner = node.wrapped
    const standard = node.default
    const label = designTexts.option[key] ?? wordsOf(key)
    if (inner === undefined) return []
    if (inner.type === 'picklist' && (typeof standard === 'string' || typeof standard === 'number'))
      return [{ key, label, kind: 'choice', standard, values: (inner.options ?? []) as readonly (string | number)[] }]
    if (inner.type === 'boolean' && typeof standard === 'boolean') return [{ key, label, kind: 'switch', standard }]
    if (inner.type !== 'number' || typeof standard !== 'number') return []
    const bound = (type: string) => inner.pipe?.find((one) => one.type === type)?.requirement
    const [min, max] = [bound('min_value'), bound('max_value')]
    return [
      { key, label, kind: 'number', standard, ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) },
    ]
  })
}
