/** The scopes that a step can write to, for selects. */
export const scopeOptions = [
  { value: 'TestCase', label: 'TestCase' },
  { value: 'TestSuite', label: 'TestSuite' },
  { value: 'Project', label: 'Project' },
] as const

/** A scope that a step can write to. */
export type WritableScope = (typeof scopeOptions)[number]['value']

/** The scope of a select's value. */
export const scopeOf = (value: string): WritableScope => scopeOptions.find((scope) => scope.value === value)?.value ?? 'TestCase'

/** Why a text can't be a variable's name; undefined: it can. */
export function variableNameError(name: string): string | undefined {
  if (name === '') return 'A name is missing.'
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) return 'Letters, digits, "_", "." and "-"; a letter or "_" first.'
  if (/^(random|now|env|uuid)(\.|$)/.test(name)) return 'Reserved for a function: random, now, env and uuid.'
  return undefined
}
