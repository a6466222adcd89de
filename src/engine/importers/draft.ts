import * as v from 'valibot'
import { emptyCase, emptyProject, emptySuite, type NewId } from '#engine/project/empty.ts'
import type { Case, Project, Step, Suite, Variable } from '#engine/project/format/schema.ts'
import { suggestSecretId } from '#engine/project/secret-ids.ts'
import { stepSchemas } from '#engine/steps/schemas.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import type { LeftOut } from './source.ts'
import { mostLeftOut } from './limits.ts'
import { importerTexts as texts } from './texts.ts'
import { createVariableNames } from './variables/variable-names.ts'

/** What a step holds besides its id and kind, defaults omitted. */
export type StepFields<K extends Step['kind']> = Partial<v.InferInput<(typeof stepSchemas)[K]>> & { name: string }

/** A project in the making, with the values that must not be in it and what did not come over. */
export interface Draft {
  readonly project: Project
  newId: NewId
  /** Values of secrets by id; for the vault, never for the file. */
  readonly secrets: ReadonlyMap<string, string>
  /** Steps of an export of Assay that come back as they were. */
  readonly restored: Set<Step>
  /** Everything that was omitted, in the order in which it was met; at most 1,000, then counted. */
  leftOut(): LeftOut[]
  /** The same thing in the same place is reported once. `secret`: the id of one whose value has to be entered. */
  leaveOut(where: string, what: string, secret?: string): void
  /** The name of the project, if the source has one. */
  name(name: string): void
  suite(name: string, description?: string): Suite
  case(suite: Suite, name: string, description?: string): Case
  /** A step with the format's defaults. Throws if a field is not as the format wants it: importers bring values into its form first. */
  step<K extends Step['kind']>(kind: K, fields: StepFields<K>): Step
  /** The legal name of a foreign variable: the same one each time, different for different ones. */
  variableName(foreign: string): string
  /** A variable with a foreign name and a value that is a template already; the original name is kept in its description. */
  variable(foreign: string, value: Variable['value'], description?: string): Variable
  /** A secret with a readable id made of where it is and what it is; without a value it is one to be entered. */
  secret(where: string, field: string, value?: string): { secret: string }
  /** A variable of the project with a secret value, and its reference `${name}`; the same value gives the same variable. */
  secretVariable(wanted: string, value?: string, description?: string): string
  /** A variable's name that nothing else has. */
  freeVariableName(wanted: string): string
  /** Says of the variables in a template that what they hold is secret. */
  sensitive(template: string): void
  isSensitive(name: string): boolean
  /** What the source shows of cookies: requests send some, recorded responses set them, scripts delete them. */
  readonly cookies: {
    sent: boolean
    set: boolean
    cleared: boolean
    /** Where the requests are that are sent without the tool's cookies, by the step's id. */
    disabled: Map<string, string>
  }
}

/** Creates a draft; `name` is the project's until the source says another one. */
export function createDraft(name: string, newId: NewId): Draft {
  const project = emptyProject(newId(), name || texts.nameless)
  const secrets = new Map<string, string>()
  const ids = new Set<string>()
  const told = new Set<string>()
  const leftOut: LeftOut[] = []
  let more = 0
  const names = createVariableNames()
  const sensitive = new Set<string>()
  const bySecret = new Map<string, string>()

  const secret: Draft['secret'] = (where, field, value) => {
    const id = suggestSecretId(where, field, ids)
    ids.add(id)
    if (value !== undefined && value !== '') secrets.set(id, value)
    return { secret: id }
  }
  return {
    project,
    newId,
    secrets,
    restored: new Set(),
    leftOut: () => (more === 0 ? [...leftOut] : [...leftOut, { where: '', what: texts.andMore(more) }]),
    leaveOut(where, what, secretId) {
      const key = `${where}\n${what}`
      if (told.has(key)) return
      if (leftOut.length >= mostLeftOut) return void more++
      told.add(key)
      leftOut.push({ where, what, ...(secretId === undefined ? {} : { secret: secretId }) })
    },
    name(wanted) {
      if (wanted.trim() !== '') project.name = wanted.trim()
    },
    suite(suiteName, description = '') {
      const suite: Suite = { ...emptySuite(newId(), suiteName || texts.nameless), description }
      project.suites.push(suite)
      return suite
    },
    case(suite, caseName, description = '') {
      const one: Case = { ...emptyCase(newId(), caseName || texts.namelessCase), description }
      suite.cases.push(one)
      return one
    },
    step: (kind, fields) => v.parse(stepSchemas[kind], { id: newId(), kind, ...fields }) as Step,
    variableName: names.legal,
    variable(foreign, value, description = '') {
      const legal = names.legal(foreign)
      const renamed = legal === foreign ? '' : texts.renamed(foreign)
      return { name: legal, value, description: [description, renamed].filter(Boolean).join('\n') }
    },
    secret,
    secretVariable(wanted, value, description = '') {
      const key = value === undefined ? undefined : `${wanted}\n${value}`
      const known = key === undefined ? undefined : bySecret.get(key)
      if (known !== undefined) return known
      const variable = names.free(wanted)
      project.variables.push({ name: variable, value: secret(project.name, variable, value), description })
      const reference = `\${${variable}}`
      if (key !== undefined) bySecret.set(key, reference)
      return reference
    },
    freeVariableName: names.free,
    sensitive: (template) => void namesIn(template, sensitive),
    isSensitive: (name) => sensitive.has(name),
    cookies: { sent: false, set: false, cleared: false, disabled: new Map() },
  }
}
