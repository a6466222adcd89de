import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { apiOf } from '#engine/api/api.ts'
import { parseApi } from '#engine/api/document.ts'
import { partsIn } from '#engine/importers/openapi/read-document.ts'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { dialectOf } from '#engine/data/csv/dialect.ts'
import { loadPapa } from '#engine/data/csv/load-papa.ts'
import { recordsOf } from '#engine/data/csv/records.ts'
import { measureCombinations } from '#engine/design/combinations/index.ts'
import { parsePict, type PictMarks } from '#engine/design/combinations/pict.ts'
import { isMethodId, methodIds } from '#engine/design/facts.ts'
import { derive } from '#engine/design/index.ts'
import {
  crudOf,
  foreignModels,
  modelOf as modelOfShape,
  shapeMethods,
  shapeOfOperation,
  withStatus,
  type Shape,
} from '#engine/design/models/index.ts'
import { prefixText } from '#engine/design/prefixes.ts'
import { workOfASecond, type DesignResult, type Value } from '#engine/design/result.ts'
import { parseDesign } from '#engine/design/parse-design.ts'
import type { Design, Model } from '#engine/design/schemas.ts'
import { writeDesign, designFormats, isDesignFormat } from '../design-formats.ts'
import { exitCodes } from '../exit-codes.ts'
import { filesBelow } from '../files/files-below.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { formatOf, readText } from '../files/read-file.ts'
import { programTexts as texts } from '../texts.ts'

const options = {
  method: { type: 'string' },
  strength: { type: 'string' },
  seed: { type: 'string' },
  minimise: { type: 'string' },
  rows: { type: 'string' },
  measure: { type: 'boolean' },
  format: { type: 'string' },
  from: { type: 'string' },
  operation: { type: 'string' },
  timeout: { type: 'string' },
} as const

/** What `--minimise` alone means, in seconds of work. */
const usualSeconds = 10

/**
 * `assay design MODEL`, or `--from` an API definition: derives tests, or measures existing ones. Exit code 0, or 2 for an
 * unusable model.
 */
export async function design(args: string[], host: Host): Promise<number> {
  // Alone it has no value; the parser of options knows none that may be omitted.
  const { values, positionals } = parseOptions(
    args.filter((arg) => !isPictMark(arg)).map((arg) => (arg === '--minimise' ? '--minimise=' : arg)),
    options,
  )
  const marks = pictMarks(args.filter(isPictMark))
  const [path = values.from, more] = positionals
  if (path === undefined) throw new UsageError(texts.design.noModel)
  const other = more ?? (values.from === undefined ? undefined : positionals[0])
  if (other !== undefined) throw new UsageError(texts.oneFile(other))
  const { format = 'table' } = values
  if (!isDesignFormat(format)) throw new UsageError(texts.design.unknownFormat(format, designFormats))
  const budget = values.minimise === undefined ? 0 : minimiseWork(values.minimise)
  try {
    const origin = values.from === undefined ? undefined : await originFrom(values.from, values.operation, values.method)
    const { model, notes } = await modelOf(path, { ...values, marks }, origin?.model)
    const derived = values.measure
      ? measured(model)
      : await derive(model, { budget, signal: host.interrupted(), pause: () => setImmediate() })
    const shape = origin?.shape
    const noted = { ...derived, notes: [...notes, ...(shape?.notes ?? []), ...derived.notes] }
    const result = shape === undefined ? noted : withStatus(noted, shape)
    host.out.write(writeDesign(format, result))
    if (format !== 'json') host.say(texts.design.summary(result, prefixText(result)))
    return exitCodes.passed
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    if (error.code === 'cancelled') return exitCodes.interrupted
    throw new UsageError(texts.refused(path, error.message), null)
  }
}

function measured(model: Model): DesignResult {
  if (model.method !== 'combinations') throw new UsageError(texts.design.noMeasure(model.method))
  if (model.rows.length === 0) throw new UsageError(texts.design.nothingToMeasure)
  return measureCombinations(model)
}

function minimiseWork(value: string): number {
  return Math.round(workOfASecond * (value === '' ? usualSeconds : whole('minimise', value, 0)))
}

function whole(option: string, value: string, least: number): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < least) throw new UsageError(texts.notWhole(option, value, least))
  return number
}

interface Given {
  method?: string
  strength?: string
  seed?: string
  rows?: string
  operation?: string
  marks: Partial<PictMarks>
}

/** PICT's own options that say how its text is written, as it takes them: `/d:;`, `/a:tab`, `/n:!`. */
const isPictMark = (arg: string): boolean => /^\/[dan]:(?:.|space|tab)$/iu.test(arg)

function pictMarks(args: readonly string[]): Partial<PictMarks> {
  const marks: Partial<PictMarks> = {}
  for (const arg of args) {
    const given = arg.slice(3)
    const mark = given === 'space' ? ' ' : given === 'tab' ? '\t' : given
    marks[{ d: 'value', a: 'alias', n: 'invalid' }[arg.slice(1, 2).toLowerCase()] as keyof PictMarks] = mark
  }
  return marks
}

/** A model, and what of its file it does not say. */
interface Noted {
  model: Model
  notes: readonly string[]
}

/** The model of an operation of a description, and what it can be sent where its tests are requests. */
async function originFrom(
  path: string,
  operation: string | undefined,
  method: string = 'combinations',
): Promise<{ model: Model; shape?: Shape }> {
  const parts = partsIn({ files: [], beside: filesBelow(dirname(path)) }, basename(path))
  const read = await parseApi(await readText(path), path, parts)
  if (!read.ok) throw new UsageError(read.error.message, null)
  const api = apiOf(read.value.text)
  if (operation === undefined) throw new UsageError(texts.design.whichOperation(api.operations.map(({ key }) => key)))
  const shape = await shapeOfOperation(api, operation)
  if (method === 'crud') {
    const model = crudOf(api, operation)
    if (model === undefined) throw new UsageError(texts.design.noLife(operation))
    return { model }
  }
  const known = shapeMethods.find((one) => one === method)
  if (known === undefined) throw new UsageError(texts.design.notOfOperation(method, [...shapeMethods, 'crud']))
  return { model: modelOfShape(shape, { method: known }), shape }
}

async function modelOf(path: string, given: Given, made?: Model): Promise<Noted> {
  const { method, strength, seed, rows } = given
  if (method !== undefined && !isMethodId(method)) throw new UsageError(texts.design.unknownMethod(method, methodIds))
  const { model: design, notes } =
    made === undefined ? await modelIn(path, given.operation, given.marks) : { model: made, notes: [] }
  // A suite that is kept was made by another choice.
  if ('minimised' in design && (seed ?? strength ?? rows) !== undefined) delete design.minimised
  if (seed !== undefined) design.seed = whole('seed', seed, 0)
  if (method !== undefined && method !== design.method) throw new UsageError(texts.design.otherMethod(method, design.method))
  if (strength !== undefined || rows !== undefined) {
    if (design.method !== 'combinations') throw new UsageError(texts.design.onlyCombinations(design.method))
    if (strength !== undefined) design.strength = whole('strength', strength, 1)
    if (rows !== undefined) design.rows = [...design.rows, ...(await rowsOf(rows))]
  }
  return { model: design, notes }
}

/** The model of a file: a design, a model in PICT's text, or one of another program; of several in it the one of a name. */
async function modelIn(path: string, wanted: string | undefined, marks: Partial<PictMarks>): Promise<Noted> {
  const text = await readText(path)
  if (formatOf(text) === 'aprj') throw new UsageError(texts.refused(path, texts.design.isProject))
  const foreign = await foreignModels(text)
  if (foreign === undefined) return { model: /\.json$/i.test(path) ? designOf(path, text) : parsePict(text, marks), notes: [] }
  const names = foreign.map(({ name }) => name)
  const found = foreign.length === 1 && wanted === undefined ? foreign[0] : foreign.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  throw new UsageError(
    texts.refused(path, wanted === undefined ? texts.design.whichFunction(names) : texts.design.noFunction(wanted, names)),
    null,
  )
}

function designOf(path: string, text: string): Design {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new UsageError(texts.refused(path, textOf(error)), null)
  }
  const design = parseDesign(json)
  if (!design.ok) throw new UsageError(texts.refused(path, design.error), null)
  return design.value
}

/** Rows of a CSV file, or of PICT's own output; an empty cell is open. */
async function rowsOf(path: string): Promise<Record<string, Value>[]> {
  const text = await readText(path)
  if (/^[^\r\n]*\t/.test(text)) return printedRows(text)
  const source = { id: 'rows', name: path, description: '', kind: 'csv' as const, text, file: '', header: true }
  const papa = await loadPapa()
  const found: Record<string, Value>[] = []
  let columns: string[] | undefined
  const parts = Readable.from([text]) as AsyncIterable<string>
  for await (const records of recordsOf(source, parts, dialectOf(source, text.slice(0, 65_536), papa), papa))
    for (const { cells, line, problem } of records) {
      if (cells.every((cell) => cell.trim() === '')) continue
      if (problem !== undefined) throw new UsageError(texts.refused(path, texts.design.line(line, problem)), null)
      const filled = columns?.flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : []))
      if (filled === undefined) columns = cells.map((cell) => cell.trim())
      else found.push(Object.fromEntries(filled))
    }
  return found
}

/** PICT knows no quotes: what is between tabs is the value. */
function printedRows(text: string): Record<string, Value>[] {
  const [names = [], ...rows] = text
    .split(/\r\n|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))
  return rows.map((cells) => Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : []))))
}
