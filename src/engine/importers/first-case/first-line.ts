/** The number of the first line from one on of which something holds; -1 if there is none. */
export function firstLine(lines: readonly string[], from: number, holds: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (holds(lines[at] ?? '')) return at
  return -1
}
