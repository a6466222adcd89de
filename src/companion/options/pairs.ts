import { UsageError } from '../host.ts'

/** `name=value` options as a map; the last of a name counts. The value may hold `=` and may be empty. */
export function optionPairs(option: string, given: readonly string[] | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const text of given ?? []) {
    const at = text.indexOf('=')
    // The text itself is not repeated: it may be a secret.
    if (at < 1) throw new UsageError(`${option} needs a name and a value: ${option} name=value`)
    pairs.set(text.slice(0, at), text.slice(at + 1))
  }
  return pairs
}
