import { AssayError } from '#engine/base/errors.ts'
import type { Masked, Told } from '#engine/base/secrets/masked.ts'
import { shorten } from '#engine/base/secrets/masked.ts'
import type { ScriptInput, ScriptOutput, ScriptWant } from '#engine/scripting/script-io.ts'
import type { TaskName } from '#engine/ports/index.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { readSecret } from '#engine/templates/resolve-secret.ts'
import { templateTexts } from '#engine/templates/texts.ts'
import { boundedValue } from '../bounded-value.ts'
import { brokenBy, type CheckResult, type Outcome, type RunContext } from '../step-kind.ts'
import { requestAhead, requestSeen, responseSeen, sendForScript } from './messages.ts'
import type { ScriptStep } from './schema.ts'
import { scriptStepTexts as texts } from './texts.ts'

/** Runs a script in QuickJS. */
const scriptTask: TaskName<ScriptInput, ScriptOutput> = 'script'

const longestText = 2_000
/** A script that waits for the response of each request before the next one is run so often. */
const mostRounds = 60
/** Milliseconds after which the thread is ended: the script itself ends before, and what it did is kept. */
const grace = 2_000

/**
 * Runs a script in a thread. What it waits for (secrets, responses of its own requests) is fetched between two runs of it: with
 * the same input a script does the same again. Failed if a test fails, broken if the script throws or is stopped.
 */
export async function runScriptStep(step: ScriptStep, context: RunContext): Promise<Outcome> {
  if (step.code.trim() === '') return brokenBy(new AssayError('script-failed', texts.empty))
  const timeout = 1000 * (await boundedValue(step.timeout, 'Timeout', { min: 1, max: 60 }, context.variables))
  const input = await inputOf(step, timeout, context)
  for (let round = 0; round < mostRounds; round++) {
    const output = await runOnce(input, context)
    if (output.wants.length === 0) return finish(output, timeout, context)
    for (const want of output.wants) await fetchFor(input, want, context)
  }
  throw new AssayError('script-failed', texts.tooManyRounds(mostRounds))
}

function runOnce(input: ScriptInput, { ports, signal, step }: RunContext): Promise<ScriptOutput> {
  const order = { signal, what: texts.running(step.name), hint: texts.hints.timeout, timeout: input.timeout + grace }
  return ports.work.do(scriptTask, input, order)
}

async function inputOf({ code, step }: ScriptStep, timeout: number, context: RunContext): Promise<ScriptInput> {
  const { variables, ports } = context
  const known: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const withheld: string[] = []
  for (const { name, isSecret } of variables.visible()) {
    if (isSecret && !code.includes(name)) withheld.push(name)
    // What can't be resolved is told if the script reads it.
    else known[name] = await variables.get(name).catch(() => void withheld.push(name))
  }
  for (const name of withheld) delete known[name]
  const result = context.result(step)
  const next = result || step === undefined ? undefined : await requestAhead(context.stepOf?.(step), context)
  return {
    code,
    now: ports.clock.now(),
    seed: await variables.resolve('${random.hex(32)}'),
    timeout,
    step: context.step.name,
    environment: context.environment?.name ?? '',
    ...(next ? { request: next } : {}),
    ...(result?.kind === 'http'
      ? { request: requestSeen(result, (step && context.nameOf?.(step)) ?? ''), response: responseSeen(result.response) }
      : {}),
    variables: { ...known },
    withheld,
    secrets: {},
    answers: [],
  }
}

/** Adds what a script waits for to its input. */
async function fetchFor(input: ScriptInput, want: ScriptWant, context: RunContext): Promise<void> {
  const { variables, ports, redactor } = context
  if (want.type === 'request') input.answers.push(await sendForScript(want, context))
  else if (want.type === 'secret') {
    const named = variables.visible().find(({ name, isSecret }) => isSecret && name === want.name)
    const value = named ? textOfValue(await variables.get(named.name)) : await readSecret(want.name, ports.secrets, redactor)
    input.secrets = { ...input.secrets, [want.name]: value }
  } else {
    input.withheld = input.withheld.filter((name) => name !== want.name)
    input.variables = { ...input.variables, [want.name]: await variables.get(want.name) }
  }
}

/** Reports what a script did. Variables are set even where a test failed, as its own tool does. */
function finish({ checks, logs, sets, jump, error }: ScriptOutput, timeout: number, context: RunContext): Outcome {
  const { redactor, variables, emit } = context
  const told = (text: string): Masked => shorten(redactor.mask(text), longestText, '…')
  const results: Told<CheckResult>[] = checks.map(({ name, passed, message }, index) => ({
    index,
    passed,
    subject: told(name),
    expected: redactor.mask(texts.passes),
    actual: passed ? redactor.mask(texts.passed) : told(message),
  }))
  if (error?.isAssertion) {
    const actual = told(error.message.replace(/^AssertionError: /, ''))
    const [subject, expected] = [redactor.mask(texts.outside), redactor.mask(texts.passes)]
    results.push({ index: results.length, passed: false, subject, expected, actual })
  }
  for (const { level, text } of logs) emit({ type: 'noted', level, text: told(text) })
  for (const { name, scope, value } of sets) {
    if (!isVariableName(name)) {
      const problem = new AssayError('template-syntax', templateTexts.badName(name), { hint: templateTexts.badNameHint })
      return brokenBy(problem)
    }
    const written = scope === 'assigned' ? variables.assign(name, value) : scope
    if (scope !== 'assigned') variables.set(scope, name, value)
    if (context.wantsDetails !== false)
      emit({ type: 'variable-set', name, scope: written, value: redactor.begin(textOfValue(value), longestText) })
  }
  if (jump && context.jump?.(jump) !== true)
    emit({ type: 'noted', level: 'warning', text: redactor.mask(texts.noJump('next' in jump ? jump.next : null)) })
  for (const check of results) emit({ type: 'checked', check })
  if (error && error.isAssertion !== true) {
    const { kind, message, line } = error
    const code = kind === 'timeout' ? 'deadline' : kind === 'memory' ? 'out-of-memory' : 'script-failed'
    return brokenBy(new AssayError(code, texts.broken[kind](message, line, timeout), { hint: texts.hints[kind] }))
  }
  const failed = results.filter(({ passed }) => !passed)
  const [first] = failed
  return first ? { outcome: 'failed', message: texts.failed(first, failed.length, results.length) } : { outcome: 'passed' }
}
