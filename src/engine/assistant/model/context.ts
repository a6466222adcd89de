import type { KnownOperation, ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Asked, Candidate } from '../understand/candidate.ts'
import { labelOf } from '../understand/names.ts'
import { stemsFor } from '../understand/resolve-operation.ts'

/** What a model is told of a project: names, methods, paths, types. No values, no descriptions, no addresses of servers. */
export interface ModelContext {
  operations: readonly KnownOperation[]
  suites: readonly string[]
  cases: readonly string[]
  /** Of the case in focus. */
  steps: readonly string[]
  designs: readonly string[]
  files: readonly string[]
  focus?: string
  hint?: string
}

const mostOperations = 8
const mostCases = 10
const longestName = 80

/** Text of documents and files as data: one line, no control characters, no markup, cut. */
export const asData = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}`]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)

/** The part of a project that a request may be about: the nearest operations and cases. */
export function contextFor({ index, reading, focus, memory, attachments }: Asked, hint: Candidate | undefined): ModelContext {
  const stems = stemsFor(reading.tokens)
  const ranked = index.ranking.rank(stems).map(({ item }) => item)
  const operations = [...new Set([...hinted(index, hint), ...ranked, ...index.operations])].slice(0, mostOperations)
  const words = new Set(stems)
  const near = index.cases
    .map((known) => ({
      label: labelOf(index, known),
      score:
        index.operationsIn(known).filter((one) => words.has(one.resource)).length +
        (focus.case === labelOf(index, known) ? 10 : 0),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostCases)
    .map(({ label }) => label)
  const inFocus = index.cases.find((known) => labelOf(index, known) === focus.case)
  return {
    operations,
    suites: index.project.suites.slice(0, mostCases).map(({ name }) => name),
    cases: near,
    steps: (inFocus?.one.steps ?? []).slice(0, 20).map(({ name }) => name),
    designs: memory.designs.filter(({ project }) => project === index.project.id).map(({ id }) => id),
    files: attachments.map(({ name }) => name),
    ...(focus.case === undefined ? {} : { focus: focus.case }),
    ...(hint && hint.operations.length > 0 ? { hint: JSON.stringify(hint.operations) } : {}),
  }
}

const hinted = (index: ProjectIndex, hint: Candidate | undefined): KnownOperation[] =>
  (hint?.operations ?? []).flatMap((operation) =>
    'operation' in operation && operation.operation !== undefined ? (index.operation(operation.operation) ?? []) : [],
  )
