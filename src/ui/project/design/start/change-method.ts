import type { MethodId } from '#engine/design/facts.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design } from '#engine/design/schemas.ts'
import { anyModel, type AnyModel, type AnyParameter } from '../editors/any-model.ts'
import { starterOf } from './starters.ts'

/** What was there of other methods, so that going back and forth loses nothing; by design, as long as the page is open. */
const left = new Map<string, Design>()

/** Keeps a design as it is for when it gets its method back; gives what it was when it had the other one. */
export function leftBehind(design: Design, method: MethodId): Design | undefined {
  const { id, name, seed, source } = design
  left.set(`${id}/${design.method}`, design)
  const before = left.get(`${id}/${method}`)
  return before && { ...before, id, name, seed, ...(source && { source }) }
}

/** A design with another method: with what it was when it had it before, else with what both know, else with an example. */
export function changeMethod(design: Design, method: MethodId): Design {
  const { id, name, seed, source } = design
  const before = leftBehind(design, method)
  const head = { id, name, seed, ...(source && { source }) }
  if (before) return before
  const parsed = parseDesign({ ...head, ...carried(anyModel(design)), method })
  if (parsed.ok) return parsed.value
  const fresh = parseDesign({ ...starterOf(method), ...head, method })
  return fresh.ok ? fresh.value : design
}

/** What parameters of one method say to another one. */
function carried({ parameters, constraints }: AnyModel): Partial<AnyModel> {
  return { ...(parameters && { parameters: parameters.map(whole) }), ...(constraints && { constraints }) }
}

const whole = (one: AnyParameter): AnyParameter => structuredClone(one)
