/** Where in a list names stand that stood in it before. */
export function doubleNames(names: readonly string[]): number[] {
  const seen = new Set<string>()
  return [...names.keys()].filter((index) => seen.size === seen.add(names[index] ?? '').size)
}
