import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { inheritedHeaders, levelsOf, type HeaderHolder, type HeaderLevels } from '../inherited-headers.ts'
import type { Case, Environment, Project, Step, Variable } from '../format/schema.ts'

/** What of a project is around its cases: a whole project, or its head. */
export interface Around extends HeaderHolder {
  variables: readonly Variable[]
  environments: readonly Environment[]
  dataSources: readonly { id: string }[]
  connections: readonly { id: string }[]
  suites: readonly (HeaderHolder & { id: string; variables: readonly Variable[]; cases: readonly { id: string }[] })[]
}

/** Of each step of a case, in order, its id and a mark of all that its result depends on in the project. */
export type CaseMarks = readonly (readonly [step: string, mark: string])[]

/** FNV-1a, twice with different starts: 64 bits as text. Marks are compared, they protect nothing. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9dc5811c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + 1), 0x01000193)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}

/** JSON with sorted keys: a record that was stored may have another order than one that was edited. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const texts = new WeakMap<object, string>()

/** A part of a project as text, without descriptions for users. Parts are never changed in place. */
function textOf(part: object): string {
  let text = texts.get(part)
  if (text === undefined) texts.set(part, (text = stable({ ...part, name: undefined, description: undefined })))
  return text
}

/** A step as text, with the headers that it inherits. */
function sentText(step: Step, levels: HeaderLevels): string {
  const inherited = isSendRequestStep(step) ? inheritedHeaders(step, levels) : []
  return [textOf(step), ...inherited.flatMap(({ name, value }) => [name, value])].join('\n')
}

/** What steps can name: variables by their names, data sources and connections by id. A nearer variable hides one further away. */
function namedParts(
  around: Around,
  suite: Around['suites'][number] | undefined,
  one: Case,
  environment: string | undefined,
): Map<string, string> {
  const scopes = [
    around.variables,
    around.environments.find(({ id }) => id === environment)?.variables ?? [],
    suite?.variables ?? [],
    one.variables,
  ]
  const parts = new Map<string, string>()
  for (const part of [...around.dataSources, ...around.connections]) parts.set(part.id, textOf(part))
  for (const variables of scopes) for (const { name, value } of variables) parts.set(name, stable(value))
  return parts
}

/** A step's text with that of all that it names, and that those name. */
function withNamed(text: string, parts: ReadonlyMap<string, string>): string {
  const found = new Map<string, string>()
  const look = (where: string) => {
    for (const [name, part] of parts) {
      if (found.has(name) || !where.includes(name)) continue
      found.set(name, part)
      look(part)
    }
  }
  look(text)
  return [text, ...[...found].flat()].join('\n')
}

/** Marks of a case as it is now. Names, descriptions and variables that a step does not name are no part of them. */
export function marksOf(around: Around, one: Case, environment: string | undefined): CaseMarks {
  const suite = around.suites.find(({ cases }) => cases.some(({ id }) => id === one.id))
  const parts = namedParts(around, suite, one, environment)
  const levels = suite ? levelsOf(around, suite, one) : []
  const condition = one.onlyIf === undefined ? '' : `${stable(one.onlyIf)}\n`
  return one.steps.map(
    (step) => [step.id, hash(withNamed(`${one.onFailure}\n${condition}${sentText(step, levels)}`, parts))] as const,
  )
}

/** Marks of the cases of a run, and the environment that they are of. */
export interface RunMarks {
  environment?: string | undefined
  cases: (readonly [id: string, marks: CaseMarks])[]
}

/** Marks of some cases of a project, by default of all. */
export function marksOfRun(project: Project, environment: string | undefined, ids?: ReadonlySet<string>): RunMarks {
  const cases = project.suites.flatMap((suite) => suite.cases).filter(({ id }) => ids?.has(id) ?? true)
  return { environment, cases: cases.map((one) => [one.id, marksOf(project, one, environment)] as const) }
}

/** The steps whose results are of something that has been changed since: the first one that differs, and all after it. */
export function changedSince(then: CaseMarks, now: CaseMarks): ReadonlySet<string> {
  const from = now.findIndex(([id, mark], at) => then[at]?.[0] !== id || then[at]?.[1] !== mark)
  return new Set(from < 0 ? [] : now.slice(from).map(([id]) => id))
}
