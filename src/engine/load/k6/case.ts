import { AssayError } from '#engine/base/errors.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Case, Step, Variable } from '#engine/project/format/schema.ts'
import { blocksOf, isLoop, stepsIn, type Block, type Loop } from '#engine/runner/plan/blocks.ts'
import { enabledSteps } from '#engine/runner/plan/enabled-steps.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isLoopStartStep } from '#engine/steps/loop-start/facts.ts'
import { looksAtResult, referredId } from '#engine/steps/references.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { variablesRead } from '#engine/steps/variables-read.ts'
import { variablesSet } from '#engine/steps/variables.ts'
import { blockOf, objectOf, quote, type Code } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import { lookedAtBy } from './request.ts'
import { rowsCode } from './rows.ts'
import type { Script } from './script.ts'
import { stepCode } from './step.ts'
import { typedCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'

/** The responses that can be looked at from a place: of its own pass, then of what is around. */
interface Answers {
  own: Map<string, Step>
  nearest: Step | undefined
  outer: Answers | undefined
}

/** Writes cases; what k6 can't do is omitted from the script, unless a check depends on it. */
export class CaseWriter {
  readonly #script: Script
  readonly #rows: LoadTest['rows']
  /** By the id of a request the constant that holds its response. */
  readonly #constants = new Map<string, string>()
  /** The reason for each omitted step, by its id. */
  readonly #lost = new Map<string, string>()

  constructor(script: Script, rows: LoadTest['rows']) {
    this.#script = script
    this.#rows = rows
  }

  /** The name of the case's function, and the function. Rejects with AssayError `no-counterpart`. */
  async write(one: Case): Promise<{ name: string; code: Code }> {
    if (one.onlyIf) throw new AssayError('no-counterpart', texts.refused(one.name, texts.condition), { hint: texts.refusedHint })
    const name = this.#script.names.of(one.name, 'testCase')
    const blocks = blocksOf(enabledSteps(one.steps))
    this.#nameAnswers(blocks)
    const statements = await this.#blocks(one, blocks, undefined)
    const settings = objectOf([
      ['variables', one.variables.length === 0 ? undefined : startValues(one.variables, this.#script)],
      ['onFailure', one.onFailure === 'stop' ? undefined : quote(one.onFailure)],
    ])
    this.#script.use('testCase')
    const call: Code = [
      `testCase(${quote(groupName(one.name))}, `,
      settings,
      ', ',
      blockOf('() =>', [...this.#script.jarOf('case'), ...statements], ')'),
    ]
    return { name, code: blockOf(`function ${name}()`, [call]) }
  }

  /** Names the responses that a later step looks at. */
  #nameAnswers(blocks: readonly Block[], outer?: Answers): void {
    const answers: Answers = { own: new Map(), nearest: undefined, outer }
    for (const block of blocks) {
      if (isLoop(block)) this.#nameAnswers(block.body, answers)
      else {
        const target = this.#looksAt(block, answers)
        if (target && !this.#constants.has(target.id))
          this.#constants.set(target.id, this.#script.names.of(target.name, 'answerTo'))
        note(answers, block)
      }
    }
  }

  #looksAt(step: Step, answers: Answers): Step | undefined {
    if (!looksAtResult(step)) return undefined
    const named = referredId(step, 'step')
    for (let around: Answers | undefined = answers; around; around = around.outer) {
      const found = named === undefined ? around.nearest : around.own.get(named)
      if (found) return found
    }
    return undefined
  }

  async #blocks(one: Case, blocks: readonly Block[], outer: Answers | undefined): Promise<Code[]> {
    const answers: Answers = { own: new Map(), nearest: undefined, outer }
    const statements: Code[] = []
    for (const block of blocks) {
      const code = isLoop(block) ? await this.#loop(one, block, answers) : this.#step(one, block, answers)
      if (code !== undefined) statements.push(code)
    }
    return statements
  }

  #step(one: Case, step: Step, answers: Answers): Code | undefined {
    const target = this.#looksAt(step, answers)
    note(answers, step)
    const why = this.#whyNot(step, target)
    if (why !== undefined) return this.#leaveOut(one, [step], why)
    try {
      const answer = target && this.#constants.get(target.id)
      const request = isSendRequestStep(target) ? lookedAtBy(target, this.#script) : undefined
      const call = stepCode(step, { answer: answer ?? 'undefined', request }, this.#script)
      for (const { name } of variablesSet(step)) this.#script.lostVariables.delete(name)
      const constant = this.#constants.get(step.id)
      this.#script.use('step')
      return [
        constant === undefined ? '' : `const ${constant} = `,
        { open: `step(${quote(step.name)}, () =>`, items: [call], close: ')', gap: [' ', ''] },
      ]
    } catch (thrown) {
      if (!(thrown instanceof NoCounterpart)) throw thrown
      return this.#leaveOut(one, [step], thrown.message)
    }
  }

  /** Why a step can't be there although k6 could do it: what it needs is omitted. */
  #whyNot(step: Step, target: Step | undefined): string | undefined {
    if (step.onlyIf) return texts.condition
    const lost = target && this.#lost.get(target.id)
    if (lost !== undefined) return texts.lostAnswer(lost)
    for (const name of variablesRead(step)) {
      const why = this.#script.lostVariables.get(name)
      if (why !== undefined) return texts.lostVariable(name, why)
    }
    return undefined
  }

  /** Leaves steps out, with what they would have set. A check among them: the script would not test what the load test tests. */
  #leaveOut(one: Case, steps: readonly Step[], why: string): undefined {
    for (const step of steps) {
      const place = `${one.name} > ${step.name}`
      if (hasChecks(step)) throw new AssayError('no-counterpart', texts.refused(place, why), { hint: texts.refusedHint })
      this.#lost.set(step.id, why)
      for (const written of variablesSet(step)) {
        this.#script.lostVariables.set(written.name, why)
        for (const member of written.members ?? []) this.#script.lostVariables.set(`${written.name}.${member}`, why)
      }
      this.#script.leftOut.push(`${place}: ${why}`)
    }
    return undefined
  }

  async #loop(one: Case, loop: Loop, answers: Answers): Promise<Code | undefined> {
    const { start, body } = loop
    try {
      if (start.onlyIf) throw new NoCounterpart(texts.condition)
      if (!isLoopStartStep(start)) return undefined
      const rows = await rowsCode(start, this.#script)
      const statements = await this.#blocks(one, body, answers)
      const settings = objectOf([['onFailure', start.onFailure === 'continue' ? undefined : quote(start.onFailure)]])
      const taken = answers.outer === undefined ? this.#taken(rows) : rows
      this.#script.use('eachRow')
      return [`// ${start.name.replaceAll('\n', ' ')}\n`, `eachRow(${taken}, `, settings, ', ', blockOf('() =>', statements, ')')]
    } catch (thrown) {
      if (!(thrown instanceof NoCounterpart)) throw thrown
      return this.#leaveOut(one, [...stepsIn([loop])], thrown.message)
    }
  }

  /** Of the outermost loops each iteration takes one row, if the load test says which. */
  #taken(rows: string): string {
    switch (this.#rows) {
      case undefined:
        return rows
      case 'sequential':
        return `${this.#script.use('nextRow')}(${rows})`
      case 'random':
        return `${this.#script.use('anyRow')}(${rows})`
      case 'unique':
        return `${this.#script.use('unusedRow')}(${rows})`
    }
  }
}

function note(answers: Answers, step: Step): void {
  if (factsOf(step).gives === undefined) return
  answers.own.set(step.id, step)
  answers.nearest = step
}

const hasChecks = (step: Step): boolean =>
  'checks' in step ? step.checks.length > 0 : 'until' in step && (step.until?.checks.length ?? 0) > 0

/** k6 parts groups by `::`, and has none without a name. */
const groupName = (name: string): string => name.replaceAll('::', ': :') || ' '

/** Start values of variables, those with references as functions that are called when they are first used. */
export function startValues(variables: readonly Variable[], script: Script): Code {
  return objectOf(
    variables.map(({ name, value }) => {
      if (typeof value === 'object') return [name, script.secret(value.secret)]
      if (typeof value !== 'string') return [name, String(value)]
      if (!value.includes('${')) return [name, quote(value)]
      try {
        return [name, `() => ${typedCode(value, script)}`]
      } catch (thrown) {
        if (!(thrown instanceof NoCounterpart)) throw thrown
        script.lostVariables.set(name, thrown.message)
        script.leftOut.push(`\${${name}}: ${thrown.message}`)
        return [name, undefined]
      }
    }),
  )
}
