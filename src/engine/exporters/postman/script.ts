import { quote, flat, layOut, type Code } from '#engine/load/k6/code.ts'
import type { LookedAt } from '#engine/load/k6/checked-request.ts'
import { conditionCode } from '#engine/load/k6/check.ts'
import { NoCounterpart } from '#engine/load/k6/no-counterpart.ts'
import { Script } from '#engine/load/k6/script.ts'
import { sourceCode } from '#engine/load/k6/sources.ts'
import { typedCode } from '#engine/load/k6/template.ts'
import { deepCode, inline, patternCode } from '#engine/load/k6/values.ts'
import { writeAs } from '#engine/project/format/write.ts'
import { stepSchema, type Environment, type Project, type Step } from '#engine/project/format/schema.ts'
import { withExportedNote } from '#engine/scripting/exported-note.ts'
import type { AssertionStep, Check } from '#engine/steps/assertion/schema.ts'
import { describeSource } from '#engine/extractors/source.ts'
import type { DataTransferStep, Transfer } from '#engine/steps/data-transfer/schema.ts'
import type { Omissions } from '../not-exported.ts'
import { checkName, checkStatement, plainSource } from './checks.ts'
import { helpersFor } from './runtime.ts'
import { postmanExportTexts as texts } from './texts.ts'

/** Where in a project scripts are made, and what they leave out. */
export interface ScriptPlace {
  project: Project
  environment: Environment | undefined
  where: string
  omissions: Omissions
}

/** A script of Postman that is being written: its statements, and the steps that come back when it is imported. */
export class PostmanScript {
  readonly #place: ScriptPlace
  readonly #script: Script
  readonly #helpers = new Set<string>()
  readonly #statements: string[] = []
  readonly #note: Record<string, unknown> = {}

  constructor(place: ScriptPlace) {
    this.#place = place
    this.#script = new Script(place.project, place.environment)
  }

  /** Adds statements as they are. */
  add(...statements: string[]): void {
    this.#statements.push(...statements)
  }

  /** Something that the importer reads. */
  note(key: string, value: unknown): void {
    this.#note[key] = value
  }

  /** Keeps a step for the importer, without its id; `own`: the step that it may name is the request of the script. */
  keepStep(step: Step, own: string): void {
    const { id: _id, ...written } = JSON.parse(writeAs(stepSchema, step, '')) as Record<string, unknown>
    if (written['step'] === own) written['step'] = ''
    else if ('step' in step && step.step !== undefined) delete written['step']
    this.#note['steps'] = [...((this.#note['steps'] as unknown[] | undefined) ?? []), written]
  }

  /** The value of a template as JavaScript. Throws NoCounterpart. */
  typed(template: string): string {
    if (template === '${env.name}') return 'pm.environment.name'
    return inline(typedCode(template, this.#script))
  }

  /** The checks of an assertion, each a test. */
  assertion(step: AssertionStep, request: LookedAt | undefined): void {
    const tests = step.checks.flatMap((check) => {
      try {
        const name = `${step.name}: ${checkName(check)}`
        return [testCode(name, [checkStatement(check, request, this.#script)])]
      } catch (thrown) {
        this.#leftOut(thrown, texts.check(describeSource(check) + ' ' + check.is))
        return []
      }
    })
    this.#conditionally(step.onlyIf, request, tests)
  }

  /** The values that a transfer keeps. */
  transfer(step: DataTransferStep, request: LookedAt | undefined): void {
    const statements = step.transfers.flatMap((one): [string[], string][] => {
      try {
        return [this.#kept(one)]
      } catch (thrown) {
        this.#leftOut(thrown, texts.transfer(one.to))
        return []
      }
    })
    if (statements.length === 0) return
    // All values are read before the first variable is set.
    const lines = [...statements.flatMap(([found]) => found), ...statements.map(([, set]) => set)]
    this.#conditionally(step.onlyIf, request, [testCode(step.name, lines)])
  }

  /** The expression of conditions that all have to hold. Throws NoCounterpart. */
  condition(checks: readonly Check[], request: LookedAt | undefined): string {
    return checks.map((check) => `(${conditionCode(check, request, this.#script)})`).join(' && ')
  }

  #kept(transfer: Transfer): [found: string[], set: string] {
    const { to, match } = transfer
    const plain = match === undefined && transfer.default === undefined ? plainSource(transfer, this.#script) : undefined
    if (plain !== undefined) {
      this.#helpers.add('keep')
      return [[`pm.expect(${plain}).to.not.be.undefined`], `keep(${quote(to)}, ${plain})`]
    }
    const found = sourceCode(transfer, this.#script)
    const read = match === undefined ? found : `${this.#script.use('capture')}(${found}, ${patternCode(match, this.#script)})`
    this.#helpers.add('keep')
    if (transfer.default === undefined)
      return [[`pm.expect(${read}, ${quote(describeSource(transfer))}).to.not.be.undefined`], `keep(${quote(to)}, ${read})`]
    this.#helpers.add('valueOr')
    const otherwise = inline(deepCode(transfer.default, this.#script))
    return [[], `keep(${quote(to)}, valueOr(() => ${read}, () => (${otherwise})))`]
  }

  #conditionally(onlyIf: readonly Check[] | undefined, request: LookedAt | undefined, statements: readonly string[]): void {
    if (statements.length === 0) return
    if (onlyIf === undefined) return this.add(...statements)
    try {
      this.add(`if (${this.condition(onlyIf, request)}) {\n${indented(statements.join('\n'))}\n}`)
    } catch (thrown) {
      this.#leftOut(thrown, texts.condition)
      this.add(...statements)
    }
  }

  #leftOut(thrown: unknown, what: string): void {
    if (!(thrown instanceof NoCounterpart)) throw thrown
    this.#place.omissions.add(this.#place.where, what)
  }

  /** The whole script; undefined if there is nothing in it. */
  text(): string | undefined {
    if (this.#statements.length === 0) return undefined
    const { constants, lateConstants, functions } = this.#script
    const made = [...constants, ...lateConstants].map((code: Code) => layOut(code))
    const body = this.#statements.join('\n')
    const readsAnswer = /\banswer\b/.test(body)
    const helpers = helpersFor([...functions, ...this.#helpers, ...(readsAnswer ? ['answerOf'] : [])])
    const parts = [...helpers, ...made, ...(readsAnswer ? ['const answer = answerOf(pm.response)'] : []), body]
    const code = parts.join(helpers.length + made.length > 0 ? '\n\n' : '\n')
    return withExportedNote(code, this.#note)
  }
}

/** A test with its statements. */
export const testCode = (name: string, statements: readonly string[]): string =>
  `pm.test(${quote(name)}, () => {\n${indented(statements.join('\n'))}\n})`

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** Sets a variable of the collection, or of the environment where one has that name, to a value that is JavaScript. */
export const setCode = (name: string, value: Code, { project }: Pick<ScriptPlace, 'project'>): string => {
  const isOfEnvironment = project.environments.some(({ variables }) => variables.some((one) => one.name === name))
  return `pm.${isOfEnvironment ? 'environment' : 'collectionVariables'}.set(${quote(name)}, ${flat(value) ?? layOut(value)})`
}
