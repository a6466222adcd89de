import type { Result } from '#engine/base/result.ts'
import { bundle, type LooseReference } from './bundle.ts'

/** Where the documents are that a description refers to. */
export interface ApiParts {
  /** The URL of the description itself. */
  root: string
  /** The URL of the document that a reference names, seen from the one that contains it; why none is read there. */
  resolve(file: string, from: string): Result<string, string>
  /** What a document says, as plain JSON values or a string; why it can't be had. */
  read(location: string): Promise<Result<unknown, string>>
}

/** How many documents are requested at a time. */
const atOnce = 8
/** How far documents may lead to others. */
const mostRounds = 60

/** A reference that leads nowhere, and why. */
export interface PartProblem extends LooseReference {
  why: string
}

/** A description and what it refers to, as one. */
export interface ReadParts {
  document: Record<string, unknown>
  problems: PartProblem[]
  /** Addresses of all the documents that it is made of, its own first. */
  from: string[]
}

/** Words for what is not found. */
export interface PartTexts {
  nothingThere: string
  tooFar: string
}

/**
 * Reads the documents that a description refers to, those that they refer to, and so on, and puts them into one. Nothing is read that is not
 * referred to. Throws `BundleExcess` where it would be too large.
 */
export async function readParts(whole: unknown, parts: ApiParts, texts: PartTexts): Promise<ReadParts> {
  const documents = new Map<string, unknown>([[parts.root, whole]])
  const failed = new Map<string, string>()
  const places = { documents, resolve: remembered(parts.resolve) }
  for (let round = 0; ; round++) {
    const { document, loose } = bundle(parts.root, places)
    const wanted = [...new Set(loose.flatMap(({ wanted: one }) => (one === undefined || failed.has(one) ? [] : [one])))]
    if (wanted.length === 0 || round === mostRounds)
      return { document, problems: problemsOf(loose, failed, texts), from: [...documents.keys()] }
    await forEach(wanted, async (location) => {
      const read = await parts.read(location)
      if (read.ok) documents.set(location, read.value)
      else failed.set(location, read.error)
    })
  }
}

/** The same documents are referred to over and over. */
function remembered(resolve: ApiParts['resolve']): ApiParts['resolve'] {
  const known = new Map<string, Result<string, string>>()
  return (file, from) => {
    const id = `${from} ${file}`
    const found = known.get(id) ?? resolve(file, from)
    known.set(id, found)
    return found
  }
}

async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

/** Those in data are omitted: a missing one does no harm. */
const problemsOf = (loose: readonly LooseReference[], failed: ReadonlyMap<string, string>, texts: PartTexts): PartProblem[] =>
  loose
    .filter(({ data }) => !data)
    .map((one) => ({
      ...one,
      why: one.why ?? (one.wanted === undefined ? texts.nothingThere : (failed.get(one.wanted) ?? texts.tooFar)),
    }))
