import type { Value } from '#engine/design/result.ts'
import { freeName } from '#engine/project/edit/structure.ts'
import { readScalar, type AnyModel } from './any-model.ts'

/** Adds one that is true or false, under a name that is free. */
export function addCondition(draft: AnyModel): void {
  const conditions = (draft.conditions ??= [])
  const taken = conditions.map(({ name }) => name)
  conditions.push({ name: freeName('condition', taken), values: [true, false] })
}

/** Rules follow the new name; one that another condition has is not taken. */
export function renameCondition(draft: AnyModel, index: number, name: string): void {
  const one = draft.conditions?.[index]
  if (!one || draft.conditions?.some((other, at) => at !== index && other.name === name)) return
  for (const { when } of draft.rules ?? []) {
    const value = when[one.name]
    if (value === undefined) continue
    delete when[one.name]
    when[name] = value
  }
  one.name = name
}

/** Rules say nothing of it any more. */
export function removeCondition(draft: AnyModel, index: number): void {
  const [gone] = draft.conditions?.splice(index, 1) ?? []
  for (const { when } of draft.rules ?? []) if (gone) delete when[gone.name]
}

/** The values of a condition, as they are typed with commas between them. */
export function setConditionValues(draft: AnyModel, index: number, text: string): void {
  const found = draft.conditions?.[index]
  const typed = text.split(',').filter((part) => part.trim() !== '')
  if (found) found.values = typed.map(readScalar)
}

/** What an action comes to, as it is typed; of an empty text the rule says nothing. */
export function setResult(results: Record<string, Value>, action: string, text: string): void {
  if (text.trim() === '') delete results[action]
  else results[action] = readScalar(text)
}
