import { textOf } from '#engine/api/fields.ts'
import type { Parameter } from '#engine/api/operation.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { flatSchema } from '#engine/api/example.ts'
import type { AssayError } from '#engine/base/errors.ts'
import { ok, type Result } from '#engine/base/result.ts'
import type { ImporterId } from '#engine/importers/facts.ts'
import { runImport, type Imported } from '#engine/importers/run-import.ts'
import type { ImportSource, LeftOut } from '#engine/importers/source.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { NewId } from '#engine/project/empty.ts'
import type { Case, Project, Step, Variable } from '#engine/project/format/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { actionOf } from './actions.ts'
import { buildCase } from './case-builder.ts'
import { Workbench } from './workbench.ts'
import { indexOfRequest, type KnownOperation } from './project-index.ts'
import { builderTexts } from './texts.ts'
import { wordsOf } from './words.ts'

/** Messages about an import whose cases get their ids from the API. */
const texts = {
  madeUp: (operation: string, description: string): string =>
    [
      `Set this to an existing value: ${operation} needs it. The current value is invented, because the API definition has none.`,
      description,
    ]
      .filter(Boolean)
      .join('\n'),
  unknown: (names: string): string =>
    `Set these project variables to existing values: ${names}. No operation creates or lists them.`,
  needed: (name: string): string => `Set the project variable \${${name}}. A sign-in sends it.`,
  ofOthers: (operations: string): string =>
    `Turned off: ${operations}. The case didn't create what they would delete. Set what may be deleted, then turn on the steps.`,
} as const

/**
 * An import that can be run at once. Of an API definition each case first asks for what its path and its body name: what makes
 * it, or for what only reads the list that has it, as cases that the assistant makes do. Fails with AssayError
 * `import-unusable`.
 */
export async function importToRun(
  kind: ImporterId | 'auto',
  source: ImportSource,
  newId: NewId,
): Promise<Result<Imported, AssayError>> {
  const read = await runImport(kind, source, newId)
  return read.ok && read.value.kind === 'openapi' ? ok(await withGivenIds(read.value, newId)) : read
}

/** A case of an import, with the only request that it has. */
interface Single {
  one: Case
  request: SendRequestStep
  operation: KnownOperation
}

async function withGivenIds(imported: Imported, newId: NewId): Promise<Imported> {
  const { project } = imported
  const bench = new Workbench(project, newId, builderTexts)
  const singles = singlesOf(project, bench)
  const byOperation = new Map(singles.map((single) => [single.operation, single]))
  const tokens = new Map(singles.map((single) => [single, single.one.steps.filter(isOAuth2Step)]))
  const told = new Map<string, Variable>()
  const kept: string[] = []
  for (const single of singles) {
    const { one, request, operation } = single
    if (one.steps.some(({ disabled }) => disabled)) continue
    const built = await caseBefore(bench, single)
    const asked = built.steps.flatMap((step) => byOperation.get(indexOfRequest(bench.index, step) ?? operation) ?? [])
    const rest = one.steps.slice(one.steps.indexOf(request))
    request.url = built.request.url
    request.body = built.request.body
    one.steps = [...tokensFor([single, ...asked], tokens, newId), ...built.steps.filter((step) => !isOAuth2Step(step)), ...rest]
    const described = new Map(one.variables.map(({ name, description }) => [name, description]))
    one.variables = built.variables.map((variable) => ({ ...variable, description: described.get(variable.name) ?? '' }))
    if (operation.method === 'DELETE' && isOfOthers(one, request)) {
      for (const step of one.steps) step.disabled = true
      kept.push(operation.name)
    }
    nameInProject(project, one, operation, told)
  }
  const added = bench.project.variables.filter(({ name }) => project.variables.every((known) => known.name !== name))
  const read = readIn(project)
  const needed = added.filter(({ name }) => read.has(name))
  project.variables.push(...needed, ...told.values())
  return { ...imported, leftOut: [...imported.leftOut, ...tell(needed, [...told.keys()], kept)] }
}

/** The cases that ask for one operation each. */
function singlesOf(project: Project, { index }: Workbench): Single[] {
  const byKey = new Map(index.operations.map((one) => [one.api?.key, one]))
  return project.suites.flatMap(({ cases }) =>
    cases.flatMap((one): Single[] => {
      const request = one.steps.find(isSendRequestStep)
      const key = one.steps
        .filter(isAssertionStep)
        .flatMap(({ checks }) => checks.flatMap((check) => ('operation' in check ? [check.operation] : [])))[0]
      const operation = byKey.get(key)
      return request && operation ? [{ one, request, operation }] : []
    }),
  )
}

/** What a case of the operation has before its request, and what that sends then. */
async function caseBefore(
  bench: Workbench,
  { one, operation }: Single,
): Promise<{ steps: Step[]; request: SendRequestStep; variables: Variable[] }> {
  const suite = bench.suiteOf(one.id)
  const made = await buildCase(bench, { ...(suite ? { suite: suite.name } : {}), actions: [actionOf(operation)] })
  for (const { cases } of bench.project.suites) if (cases.at(-1) === made) cases.pop()
  const at = made.steps.findLastIndex(isSendRequestStep)
  const request = made.steps[at]
  if (!isSendRequestStep(request)) throw new Error('unreachable: an operation is asked for by a request')
  return { steps: made.steps.slice(0, at).map(lenient), request, variables: made.variables }
}

/**
 * What is before a request has to give what that needs: whether it does so as it is documented its own case says, and would
 * otherwise be reported in every case that starts with it.
 */
function lenient(step: Step): Step {
  if (!isAssertionStep(step)) return step
  const checks = step.checks.flatMap((check): typeof step.checks =>
    predicateFacts[check.is].ofAnswer ? [] : takesStatus(check) ? [{ ...check, is: 'between', value: [200, 299] }] : [check],
  )
  return { ...step, name: builderTexts.steps.answers('2XX'), checks }
}

/** The steps that get tokens for some requests, each once, with the scopes that all of them need. */
function tokensFor(asked: readonly Single[], tokens: ReadonlyMap<Single, readonly OAuth2Step[]>, newId: NewId): Step[] {
  const found = new Map<string, OAuth2Step>()
  for (const token of asked.flatMap((single) => tokens.get(single) ?? [])) {
    const known = found.get(token.variableName)
    const scopes = [...(known?.scope.split(' ') ?? []), ...token.scope.split(' ')].filter(Boolean)
    found.set(token.variableName, { ...structuredClone(known ?? token), id: newId(), scope: [...new Set(scopes)].join(' ') })
  }
  return [...found.values()]
}

const segmentsOf = ({ url }: SendRequestStep): string[] =>
  url
    .replace(/^(?:\$\{[^{}]*\}|\w+:\/\/[^/]*)/, '')
    .replace(/[?#].*$/s, '')
    .split('/')

/** Whether nothing in the case made what a request is about. */
function isOfOthers({ variables }: Case, request: SendRequestStep): boolean {
  const [, name] = /\$\{([^{}]+)\}/.exec(segmentsOf(request).findLast((segment) => segment.includes('${')) ?? '') ?? []
  // What holds a template was sent when the thing was made.
  return variables.some((one) => one.name === name && !String(one.value).includes('${'))
}

/** Names that many things of an API have. */
const general = /^_?(?:id|name|key|code|uuid|guid|slug|number|no|ref)$/i

/**
 * What a path names and neither an answer nor an example of the document gives becomes a variable of the project, one for all cases that ask for it: `id` of `/pods/{id}` is
 * `pod_id`. Its value is made up.
 */
function nameInProject(project: Project, one: Case, operation: KnownOperation, told: Map<string, Variable>): void {
  const documented = operation.api?.api.operation(operation.api.key)
  for (const variable of one.variables) {
    const parameter = documented?.parameters.find(({ in: place, name }) => place === 'path' && name === variable.name)
    // What was sent before is named by it.
    if (String(variable.value).includes('${')) continue
    if (!documented?.path.includes(`{${variable.name}}`) || (parameter && isGivenByDocument(operation, parameter))) continue
    const requests = one.steps.filter(isSendRequestStep)
    const segments = requests.flatMap(segmentsOf)
    const before = segments[segments.indexOf(`\${${variable.name}}`) - 1] ?? ''
    const noun = wordsOf(before).at(-1)
    const name = general.test(variable.name) && noun !== undefined ? `${singular(noun)}_${variable.name}` : variable.name
    if (!isVariableName(name) || project.variables.some((known) => known.name === name)) continue
    for (const step of requests) step.url = step.url.replaceAll(`\${${variable.name}}`, () => `\${${name}}`)
    one.variables = one.variables.filter((known) => known !== variable)
    if (!told.has(name)) told.set(name, { ...variable, name, description: texts.madeUp(operation.name, variable.description) })
  }
}

/** A word without its plural. */
const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

/** Whether the document says a value, or what values there are. */
function isGivenByDocument({ api }: KnownOperation, { example, schema }: Parameter): boolean {
  if (example !== undefined || !api) return example !== undefined
  const whole = jsonSchemaOf(schema ?? true, 'request', api.api)
  const flat = flatSchema(whole, whole)
  return (
    ['examples', 'default', 'const', 'enum'].some((key) => flat[key] !== undefined) || textOf(flat, 'format').startsWith('date')
  )
}

/** The variables that steps of a project read. */
function readIn(project: Project): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { steps } of project.suites.flatMap(({ cases }) => cases)) for (const step of steps) variablesRead(step, names)
  return names
}

function tell(added: readonly Variable[], madeUp: readonly string[], kept: readonly string[]): LeftOut[] {
  const few = (names: readonly string[]) => names.slice(0, most).join(', ') + (names.length > most ? ' …' : '')
  return [
    ...added.map(({ name, value }) => ({
      where: '',
      what: texts.needed(name),
      ...(typeof value === 'object' ? { secret: value.secret } : {}),
    })),
    ...(madeUp.length > 0 ? [{ where: '', what: texts.unknown(few(madeUp)) }] : []),
    ...(kept.length > 0 ? [{ where: '', what: texts.ofOthers(few(kept)) }] : []),
  ]
}

/** Names that a line tells. */
const most = 10
