import type { ValuedDesign } from '../combinations/schema.ts'
import type { Parameter } from '../fields.ts'

/** A model out of a file of another program, and what of the file it can't say. */
export interface ForeignModel {
  name: string
  model: ValuedDesign
  notes: string[]
}

/** A design of combinations with what a file says of it. */
export const combinationsOf = (
  parameters: readonly Parameter[],
  given: Partial<Pick<ValuedDesign, 'constraints' | 'groups' | 'rows' | 'invalid'>>,
): ValuedDesign => ({
  name: '',
  method: 'combinations',
  seed: 1,
  parameters: parameters.map(({ name, values }) => ({ name, values })),
  constraints: [],
  strength: 2,
  groups: [],
  rows: [],
  combine: 't-wise',
  ...given,
})
