/**
 * A copy is a text file of lines `kind TAB key TAB JSON`, so that a user can read it too. Lines come in groups that end with
 * their SHA-256; a group with a line `project` completes a state. What follows the last sound group was torn off and doesn't
 * count.
 */
const copyVersion = 1

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const newline = 10
const endMark = encoder.encode('end\t')

/** What a copy says of its project besides the records; those of `ProjectRecord`, and when it was copied. */
export interface CopiedProject {
  localId: string
  content: string
  name: string
  fileId: string
  openedAt: number
  fileName?: string
  unsaved: boolean
  revision: number
  /** Milliseconds since 1970. */
  at: number
}

/** The newest sound state of a copy. */
export interface CopyLog {
  /** Of two copies of a project the one with the higher number is the newer one. */
  generation: number
  project: CopiedProject
  /** JSON by kind and key, separated by a tab. */
  records: Map<string, string>
  /** Bytes up to the end of the last complete state. */
  end: number
}

/** A line of a copy; keys are ids, written as JSON so that they hold neither tabs nor line breaks. */
export const copyLine = (kind: string, key: string, json: string): string => `${kind}\t${JSON.stringify(key)}\t${json}\n`

/** The first line of a copy. */
export const firstLine = (generation: number): string => copyLine('assay', String(copyVersion), String(generation))

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => hex(await crypto.subtle.digest('SHA-256', bytes))

/** Lines as a group with its checksum. */
export async function sealGroup(lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const body = encoder.encode(lines.join(''))
  const end = encoder.encode(`end\t${await digestOf(body)}\t\n`)
  const group = new Uint8Array(body.length + end.length)
  group.set(body)
  group.set(end, body.length)
  return group
}

/** The generation that the first line of a copy names; `newer` for the format of a later version, undefined for anything else. */
export function generationOf(bytes: Uint8Array): number | 'newer' | undefined {
  const [kind, version, generation] = decoder.decode(bytes.subarray(0, 100)).split('\n', 1)[0]?.split('\t') ?? []
  const number = /^"(\d+)"$/.exec(version ?? '')?.[1]
  if (kind !== 'assay' || number === undefined) return undefined
  if (Number(number) > copyVersion) return 'newer'
  return /^\d+$/.test(generation ?? '') ? Number(generation) : undefined
}

/** The groups of a copy up to the first that is damaged or torn, each with where it ends. */
async function* soundGroups(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<{ lines: string[]; end: number }> {
  let from = 0
  let at = 0
  for (;;) {
    const stop = bytes.indexOf(newline, at)
    if (stop < 0) return
    if (endMark.every((byte, index) => bytes[at + index] === byte)) {
      const body = bytes.subarray(from, at)
      const [, digest] = decoder.decode(bytes.subarray(at, stop)).split('\t')
      if (digest !== (await digestOf(body))) return
      yield { lines: decoder.decode(body).split('\n').slice(0, -1), end: stop + 1 }
      from = stop + 1
    }
    at = stop + 1
  }
}

/** Reads what is sound of a copy; undefined if it holds no complete state. */
export async function readCopyLog(bytes: Uint8Array<ArrayBuffer>): Promise<CopyLog | undefined> {
  const generation = generationOf(bytes)
  if (typeof generation !== 'number') return undefined
  const records = new Map<string, string>()
  let project: CopiedProject | undefined
  let end = 0
  let waiting: string[] = []
  for await (const group of soundGroups(bytes)) {
    for (const line of group.lines) waiting.push(line)
    const complete = group.lines.find((line) => line.startsWith('project\t'))
    if (complete === undefined) continue
    for (const line of waiting) takeLine(records, line)
    project = JSON.parse(complete.slice(complete.indexOf('\t', 'project\t'.length) + 1)) as CopiedProject
    end = group.end
    waiting = []
  }
  return project && { generation, project, records, end }
}

function takeLine(records: Map<string, string>, line: string): void {
  const at = line.indexOf('\t', line.indexOf('\t') + 1)
  const [key, json] = [line.slice(0, at), line.slice(at + 1)]
  if (key.startsWith('assay\t') || key.startsWith('project\t')) return
  if (json === '') records.delete(key)
  else records.set(key, json)
}

/** The records of a kind, by their keys. */
export function* recordsOf(records: ReadonlyMap<string, string>, kind: string): Generator<[key: string, json: string]> {
  for (const [key, json] of records)
    if (key.startsWith(`${kind}\t`)) yield [JSON.parse(key.slice(kind.length + 1)) as string, json]
}
