import type { ProjectIndex, KnownOperation } from '#engine/case-builder/project-index.ts'
import type { OperationRole } from '#engine/case-builder/operation-role.ts'
import type { Attachment } from '../turn.ts'
import type { Case, Project, Suite } from '#engine/project/format/schema.ts'
import { findByName, operationNamed, WrongName } from '#engine/tools/find-by-name.ts'

/** What a form holds, by the ids of its fields. Lists are separated by commas or lines. */
export type FormValues = Readonly<Record<string, string>>

/** What a field takes; all but `text`, `number`, `choice` and `lines` name something of the project. */
export type FieldKind =
  | 'operation'
  | 'case'
  | 'suite'
  | 'target'
  | 'step'
  | 'environment'
  | 'design'
  | 'rows'
  | 'text'
  | 'number'
  | 'choice'
  | 'lines'

/** One field of a form. */
export interface FormField {
  id: string
  kind: FieldKind
  label: string
  hint?: string
  optional?: true
  /** Of a choice; the first is the default. */
  choices?: readonly (readonly [value: string, label: string])[]
  /** Of an operation: those that fit. */
  roles?: readonly OperationRole[]
  /** It is there for these values of a choice only. */
  when?: readonly [field: string, values: readonly string[]]
}

/** What a form has to work with. */
export interface FormContext {
  project: Project
  index: ProjectIndex
  files: readonly Attachment[]
}

/** What a form asks the tools for: `run_design` first, if there is a design, then `propose_changes`. */
export interface FormCalls {
  summary: string
  design?: Record<string, unknown>
  /** Of a design of a decision: what is expected where it is true, and where it isn't. */
  expects?: (decision: boolean) => Record<string, string | number | boolean | null>
  /** `design`: the id of what `run_design` made. */
  changes: unknown[] | ((design: string) => unknown[])
  assumptions?: string[]
  notDone?: string[]
  /** Rows that a change names by the name of their file. */
  files?: Attachment[]
}

/** A recipe: fields, and what becomes of them. */
export interface Form {
  id: string
  title: string
  about: string
  group: 'flow' | 'negative' | 'design' | 'data' | 'project'
  fields: readonly FormField[]
  /** Throws {@link WrongName} for what can't be done. */
  changes(values: FormValues, context: FormContext): FormCalls | Promise<FormCalls>
}

/** A value without the blanks around it; '' where there is none. */
export const valueIn = (values: FormValues, id: string): string => (values[id] ?? '').trim()

/** Items of a list. */
export const itemsIn = (values: FormValues, id: string): string[] =>
  valueIn(values, id)
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** A string as the value that it looks like: number, true, false, null, JSON, otherwise text. */
export function typedValue(text: string): unknown {
  if (/^(?:-?\d|true$|false$|null$|[[{"])/.test(text))
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  return text
}

/** Lines `name=value` as an object with typed values. */
export function pairsIn(values: FormValues, id: string): Record<string, unknown> {
  const lines = valueIn(values, id)
    .split(/\n|,\s*(?=[\w.[\]-]+\s*=)/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      if (at < 1) throw new WrongName(`Write "${line.slice(0, 60)}" as name=value.`)
      return [line.slice(0, at).trim(), typedValue(line.slice(at + 1).trim())]
    }),
  )
}

/** The operation of a field. */
export const operationIn = (values: FormValues, { index }: FormContext, id = 'operation'): KnownOperation =>
  operationNamed(index, valueIn(values, id))

/** The case of a field, and its suite. */
export function caseIn(values: FormValues, { index }: FormContext, id = 'case'): { suite: Suite; one: Case } {
  const all = index.cases.map(({ suite, one }) => ({ id: one.id, name: one.name, suite, one }))
  return findByName('case', valueIn(values, id), all)
}

/** The suite that a case goes into: the one of the field, otherwise one that is like it; new where there is none. */
export function suiteChanges(values: FormValues, { project }: FormContext, usual: string): { suite: string; changes: unknown[] } {
  const wanted = valueIn(values, 'suite')
  const suite = wanted === '' ? usual : wanted
  const known = project.suites.some(({ id, name }) => id === suite || name.toLowerCase() === suite.toLowerCase())
  return { suite, changes: known ? [] : [{ do: 'add_suite', name: suite }] }
}
