/** Something of a project that an export doesn't contain, or contains as something else, and what to do. */
export interface NotExported {
  /** Where it is in the project, by names; '' for all of it. */
  where: string
  what: string
}

/** Collects what an export leaves out, in the order in which it is met; the same thing in the same place once. */
export class Omissions {
  readonly list: NotExported[] = []
  readonly #known = new Set<string>()

  add(where: string, what: string): void {
    const key = `${where}\n${what}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.list.push({ where, what })
  }
}

/** What is left out, each message once with the places that it is about. */
export function groupNotExported(list: readonly NotExported[]): { what: string; places: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { where, what } of list) {
    const places = groups.get(what) ?? []
    groups.set(what, places)
    if (where !== '') places.push(where)
  }
  return Array.from(groups, ([what, places]) => ({ what, places }))
}

/** One file of an export. */
export interface ExportedFile {
  /** Its path below the folder that the export goes to, `/` between folders. */
  path: string
  text: string
}

/** What an exporter makes of a project. */
export interface Exported {
  /** The main file first. */
  files: ExportedFile[]
  notExported: NotExported[]
  /** How many requests are in it. */
  requests: number
}

/** Names as those of files in one folder: different ones where letters' case doesn't count. */
export function fileNamesOf(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = fileNameOf(name)
    for (let number = 1; ; number++) {
      const made = number === 1 ? base : `${base} ${number}`
      if (taken.has(made.toLowerCase())) continue
      taken.add(made.toLowerCase())
      return made
    }
  })
}

/** A name as that of a file. */
export const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80) || 'unnamed'
