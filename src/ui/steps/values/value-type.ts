/** The type of a typed-in value, as its chip shows it. `reference`: one `${name}` alone, which keeps the variable's type. */
export type ValueType = 'string' | 'number' | 'boolean' | 'null' | 'json' | 'reference'

/** A value of a check with the type that it has in the file. */
export interface TypedValue {
  type: ValueType
  value: unknown
}
