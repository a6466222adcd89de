import type { ErrorCode } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { type Breach, checkRules } from '../problems/check-rules.ts'
import { beginningOf, decode } from './decode.ts'
import { type DoubleId, findDoubleIds } from './double-ids.ts'
import { type JsonDocument, type JsonProblem, readJson } from './json-source.ts'
import { mostPlaces } from '../problems/limits.ts'
import { lineAt, lineStarts } from './lines.ts'
import { type MergeMark, mergeMarks } from '../problems/merge-marks.ts'
import { describePath } from './path.ts'
import { readPlainJson } from './plain-json.ts'
import { type Project, projectSchema } from './schema.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { fileTexts as texts } from './file-texts.ts'

/** Where a file breaks a rule: the path with names, and what is wrong there. */
export interface FilePlace {
  /** `suites > Orders > Create order > step 3 > loginTimeout` */
  path: string
  /** From 1. */
  line: number
  column: number
  /** `5 is less than 10` */
  text: string
}

/** Why a file was rejected. The message names the first place with its line; `places` lists at most 100. */
export interface FileError {
  code: Extract<ErrorCode, `file-${string}`>
  message: string
  /** What to do next. */
  hint: string
  places: FilePlace[]
  /** Reading stopped at a mistake in the JSON: "open what can be read as a new project" can be offered (R1). */
  salvageable: boolean
}

/** A project that was read. */
export interface ReadProject {
  project: Project
}

/**
 * Reads an `.aprj` file: its bytes or its text. All of it is taken or nothing. Never throws. What is wrong in a project but doesn't keep it
 * from opening is looked for by who wants to know (`problemsOf`): it takes as long as reading does.
 */
export function readProject(input: Uint8Array | string): Result<ReadProject, FileError> {
  const decoded = decode(input)
  if (!decoded.ok) return refuse(decoded.error.code, decoded.error.message)
  const text = decoded.value
  const trimmed = text.trimStart()
  if (trimmed === '') return refuse('file-not-aprj', texts.empty)
  const conflicts = trimmed.startsWith('<<<<<<<') || text.includes('\n<<<<<<<') ? mergeMarks(text) : []
  if (conflicts.length > 0) return refuseMerge(text, conflicts)
  if (!trimmed.startsWith('{')) return refuse('file-not-aprj', texts.notAprj(beginningOf(text)))

  const plain = readPlainJson(text)
  const { value, problems, more: moreProblems } = plain === undefined ? readJson(text) : { value: plain, problems: [], more: 0 }
  const stop = problems.find(({ kind }) => kind === 'syntax' || kind === 'end' || kind === 'depth')
  if (stop !== undefined) return refuseAt(text, readJson(text, { positions: true }), [atOffset(stop)], 0, stop.kind !== 'depth')
  if (!isObject(value) || value['format'] !== 'aprj') return refuse('file-not-aprj', texts.notAprjJson)
  const { version } = value
  if ((typeof version === 'bigint' || Number.isFinite(version)) && Number(version) > 1)
    return refuse('file-newer-version', texts.newer(version))

  const checked = checkRules(projectSchema, value)
  const breaches: (Breach & { offset?: number })[] = [
    ...problems.map(atOffset),
    ...checked.breaches,
    ...findDoubleIds(value).map((double) => breachOf(value, double)),
  ]
  if (breaches.length > 0 || checked.value === undefined)
    return refuseAt(text, readJson(text, { positions: true }), breaches, checked.more + moreProblems, true)
  // The rules come from the schema itself: what passes them is its output.
  return ok({ project: checked.value as Project })
}

const atOffset = ({ path, at, text }: JsonProblem): Breach & { offset: number } => ({ path, offset: at, text: () => text })

const breachOf = (root: unknown, { path, id, first }: DoubleId): Breach => ({
  path: [...path, 'id'],
  text: () => texts.duplicateId(id, describePath(root, first)),
})

function refuse(code: FileError['code'], message: string): { ok: false; error: FileError } {
  return fail({ code, message, hint: texts.hints[code], places: [], salvageable: false })
}

/** A file in which a merge was not finished: each conflict is a place. */
function refuseMerge(text: string, conflicts: readonly MergeMark[]): { ok: false; error: FileError } {
  const lines = lineStarts(text)
  const places = conflicts.slice(0, mostPlaces).map(({ offset, ours, theirs }): FilePlace => {
    return { path: describePath(undefined, []), line: lineAt(lines, offset), column: 1, text: texts.conflict(ours, theirs) }
  })
  const [first] = places
  const message = texts.invalid(`${first?.path}: ${first?.text}`, first?.line ?? 1, conflicts.length - 1)
  return fail({ code: 'file-invalid', message, hint: texts.hints.conflict, places, salvageable: false })
}

function refuseAt(
  text: string,
  document: JsonDocument,
  breaches: readonly (Breach & { offset?: number })[],
  /** How many there are beyond those. */
  more: number,
  salvageable: boolean,
): { ok: false; error: FileError } {
  const lines = lineStarts(text)
  const found = breaches
    .map((breach) => ({ ...breach, at: breach.offset ?? document.offsetOf(breach.path) }))
    .toSorted((a, b) => a.at - b.at)
  const places = found.slice(0, mostPlaces).map(({ path, at, text: wrong }): FilePlace => {
    const line = lineAt(lines, at)
    return { path: describePath(document.value, path), line, column: at - (lines[line - 1] ?? 0) + 1, text: wrong() }
  })
  const [first] = places
  const message =
    first === undefined ? texts.notAprjJson : texts.invalid(`${first.path}: ${first.text}`, first.line, found.length + more - 1)
  const hint = texts.hints[salvageable ? 'salvageable' : 'file-invalid']
  return fail({ code: 'file-invalid', message, hint, places, salvageable })
}
