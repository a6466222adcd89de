import { settled } from '#engine/base/excerpt.ts'
import { AssayError } from '#engine/base/errors.ts'
import { sourceFacts, type SourceKindId } from '#engine/data/facts.ts'
import type { SourceFacts } from '#engine/data/source-facts.ts'
import { openSource } from '#engine/data/index.ts'
import { mappingProblems } from '#engine/data/mapping.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { OpenedSource } from '#engine/data/source-kind.ts'
import type { ReferencedFiles } from '#engine/ports/index.ts'
import { isLoopStartStep } from '#engine/steps/loop-start/facts.ts'
import type { JsonPath } from '../format/json-source.ts'
import { describePath } from '../format/path.ts'
import type { Problem } from '../problems/problems.ts'
import type { Project } from '../format/schema.ts'
import { projectFormatTexts as texts } from '../texts.ts'
import type { Rest } from './step-problems.ts'

/** Rows of a source that are named. */
const mostRows = 20

/** What a look at a source comes to. */
interface Look {
  opened?: OpenedSource
  /** Why it can't be read, and which of its rows can't be used. */
  texts: string[]
}

const factsOf = ({ kind }: { kind: SourceKindId }): SourceFacts => sourceFacts[kind]

/** A string that stays the same is looked through once: the page looks again after every edit. */
const looks = new WeakMap<DataSource, Look>()

/**
 * What is wrong with the rows of data sources, and with the columns that loops name of them. Files are looked at if `files` are
 * known; what a run makes (generated rows, queries) has no rows before.
 */
export async function dataProblems(project: Project, files?: ReferencedFiles, rest?: Rest): Promise<Problem[]> {
  const problems: Problem[] = []
  const add = (place: JsonPath, text: string, at: Problem['at'] = {}): void =>
    void problems.push({ path: describePath(project, place), place, text, at })
  const opened = new Map<string, OpenedSource>()
  for (const [index, source] of project.dataSources.entries()) {
    const look = await lookAt(source, files, rest)
    if (look?.opened) opened.set(source.id, look.opened)
    for (const text of look?.texts ?? []) add(['dataSources', index], text)
  }
  for (const [s, suite] of project.suites.entries())
    for (const [c, one] of suite.cases.entries())
      for (const [index, step] of one.steps.entries()) {
        if (!isLoopStartStep(step) || step.disabled) continue
        const source = project.dataSources.find(({ id }) => id === step.dataSource)
        const found = source && opened.get(source.id)
        if (!found) continue
        const at = { suite: suite.id, case: one.id, step: step.id }
        const path = ['suites', s, 'cases', c, 'steps', index, 'mapping']
        const named = mappingProblems(source.name, found, step.mapping).filter(
          (problem) => step.mapping[problem.index]?.column !== '',
        )
        for (const problem of named) add([...path, problem.index, 'column'], settled(`${problem.message} ${problem.hint}`), at)
      }
  return problems
}

async function lookAt(source: DataSource, files: ReferencedFiles | undefined, rest: Rest | undefined): Promise<Look | undefined> {
  const isFile = 'file' in source && source.file !== ''
  if (factsOf(source).needs || (isFile && !files)) return undefined
  const known = isFile ? undefined : looks.get(source)
  if (known) return known
  const look: Look = { texts: [] }
  try {
    const context = { files: files ?? noFiles, scopes: noVariables, query: noVariables }
    look.opened = await openSource(source, context)
    if (factsOf(source).hasText) await lookAtRows(look, look.opened.rows(context), rest)
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    look.texts.push(settled([thrown.message, thrown.hint].filter(Boolean).join(' ')))
  }
  if (!isFile) looks.set(source, look)
  return look
}

async function lookAtRows(look: Look, rows: ReturnType<OpenedSource['rows']>, rest: Rest | undefined): Promise<void> {
  for await (const some of rows) {
    for (const { line, number, problem } of some)
      if (problem !== undefined)
        look.texts.push(line === undefined ? texts.badRow(number, problem) : texts.badLine(line, problem))
    if (look.texts.length > mostRows) return void look.texts.splice(mostRows, Infinity, texts.moreBadRows)
    await rest?.()
  }
}

/** Texts in the project need no files. */
const noFiles: ReferencedFiles = { blob: async () => undefined, open: async () => undefined, missingHint: '' }

/** What is read here asks for no variables. */
const noVariables = (): never => {
  throw new AssayError('internal', 'There are no variables here.')
}
