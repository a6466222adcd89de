/** A value of a response that someone pointed at. */
export interface PickedValue {
  /** The JSONPath of this one place. */
  path: string
  kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** As JSON; a secret in it stands by its name in angle quotes. */
  text: string
}

/** A name for a variable that keeps it: the last name of its path, else `value`. */
export function nameOfPicked({ path }: PickedValue): string {
  const names = path.match(/[A-Za-z_]\w*/g) ?? []
  return names.at(-1) ?? 'value'
}
