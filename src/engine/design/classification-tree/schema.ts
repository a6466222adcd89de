import * as v from 'valibot'
import { common, name, scalar } from '../fields.ts'
import type { Value } from '../result.ts'

/** A class of a classification: with classes of its own, or with classifications that only it has. */
export interface TreeClass {
  name: string
  /** The text in tests; default: its name. */
  value?: Value | undefined
  valid?: boolean | undefined
  classes?: TreeClass[] | undefined
  parameters?: Classification[] | undefined
}

/** A classification: what the input is looked at for, and the classes that it falls into. */
export interface Classification {
  name: string
  classes: TreeClass[]
}

/** Levels of classes under classes; a schema that holds itself has no end as JSON Schema. */
const levels = 3

function classOf(level: number): v.GenericSchema<TreeClass> {
  const own = { name, value: v.optional(scalar), valid: v.optional(v.boolean()) }
  if (level === 0) return v.strictObject(own)
  const inner = classOf(level - 1)
  return v.strictObject({
    ...own,
    classes: v.optional(v.array(inner)),
    parameters: v.optional(v.array(v.strictObject({ name, classes: v.array(inner) }))),
  })
}

const classification: v.GenericSchema<Classification> = v.strictObject({ name, classes: v.array(classOf(levels)) })

/** What a design of a classification tree holds in the file. */
export const classificationTreeSchema = v.strictObject({
  ...common('classification-tree'),
  parameters: v.array(classification),
  constraints: v.optional(v.array(v.string()), []),
  combine: v.optional(v.picklist(['each-choice', 'base-choice', 't-wise', 'all']), 'each-choice'),
  strength: v.optional(v.pipe(v.number(), v.integer("isn't a whole number"), v.minValue(1), v.maxValue(6)), 2),
})
/** What the method needs of a design. */
export type ClassificationTreeDesign = Omit<v.InferOutput<typeof classificationTreeSchema>, 'id' | 'source'>
