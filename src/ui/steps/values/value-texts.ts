import type { ValueType } from './value-type.ts'

/** Texts of values with a type: the assertion editor's, and the start values of variables. */
export const valueTexts = {
  typeOf: (label: string) => `Type of ${label.toLowerCase().replace(/ value$/, '')} value`,
  types: {
    string: 'string',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
    json: 'JSON',
    reference: 'variable',
  } satisfies Record<ValueType, string>,
  kept: (problem: string) => `${problem} The last valid value is kept.`,
  notReference: 'Enter one variable, for example ${name}.',
  notNull: 'Enter null.',
  notBoolean: 'Enter true or false.',
  notNumber: 'Enter a number.',
  notJson: 'Invalid JSON.',
} as const
