import type { OutputUnit } from '@cfworker/json-schema'
import { errorText, type PreparedSchema } from './json-schema.ts'
import { checkTexts as texts } from './texts.ts'

/** A place where a value breaks a schema. */
export interface Violation {
  /** JSON pointer (RFC 6901) into the value; '' for all of it. */
  pointer: string
  text: string
}

/** Every place where a value breaks a schema, the outermost cause of each; made with {@link prepareSchema} and `all`. */
export const violationsOf = (schema: PreparedSchema, value: unknown): Violation[] => causes(schema.errors(value)).map(told)

/** Keywords that only say that something inside them is wrong, which follows. */
const carriers =
  /^(properties|patternProperties|additionalProperties|unevaluatedProperties|items|additionalItems|prefixItems|unevaluatedItems|allOf|\$ref|\$recursiveRef|if|dependentSchemas|propertyNames)$/

/** The units that are causes. Of alternatives, only the nearest one is reported. */
function causes(units: readonly OutputUnit[]): OutputUnit[] {
  const found: OutputUnit[] = []
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]
    if (!unit) continue
    if (/^(anyOf|oneOf)$/.test(unit.keyword)) {
      const inside = insideOf(units, at)
      at += inside.length
      found.push(...alternatives(unit, inside))
    } else if (!carriers.test(unit.keyword) || !units[at + 1]?.instanceLocation.startsWith(unit.instanceLocation))
      found.push(unit)
  }
  return found
}

/** The units of the alternatives of the one at `at`, which follow it. */
function insideOf(units: readonly OutputUnit[], at: number): OutputUnit[] {
  const place = `${units[at]?.keywordLocation ?? ''}/`
  const end = units.findIndex((unit, index) => index > at && !unit.keywordLocation.startsWith(place))
  return units.slice(at + 1, end < 0 ? units.length : end)
}

function alternatives(unit: OutputUnit, inside: readonly OutputUnit[]): OutputUnit[] {
  const groups = new Map<string, OutputUnit[]>()
  for (const one of inside) {
    const index = one.keywordLocation.slice(unit.keywordLocation.length + 1).split('/', 1)[0] ?? ''
    groups.set(index, [...(groups.get(index) ?? []), one])
  }
  if (unit.keyword === 'oneOf' && !unit.error.includes('(0 ')) return [unit]
  // One that is null or of another type than the value was not meant.
  const ranked = [...groups.values()]
    .map(causes)
    .toSorted((a, b) => Number(isOtherType(a, unit)) - Number(isOtherType(b, unit)) || a.length - b.length)
  const [best, next] = ranked
  if (best && (ranked.length === 1 || (!isOtherType(best, unit) && next && isOtherType(next, unit)))) return best
  const first = best?.[0]
  if (!first) return [unit]
  const where = first.instanceLocation === unit.instanceLocation ? '' : `${pointerOf(first).slice(pointerOf(unit).length)}: `
  return [{ ...unit, error: texts.noAlternative(ranked.length, `${where}${errorText(first)}`) }]
}

const isOtherType = (units: readonly OutputUnit[], { instanceLocation }: OutputUnit): boolean =>
  units.some((one) => one.keyword === 'type' && one.instanceLocation === instanceLocation)

const pointerOf = ({ instanceLocation }: OutputUnit): string => instanceLocation.replace(/^#/, '')

const told = (unit: OutputUnit): Violation => ({
  pointer: pointerOf(unit),
  text: unit.keyword === 'false' ? texts.notAllowed : errorText(unit),
})
