import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { withInherited } from '#engine/project/headers-sent.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Case, Environment, Project, Suite } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { CaseWriter, startValues } from './case.ts'
import { blockOf, layOut, type Code } from './code.ts'
import { k6Modules, wholeModules, type K6Name } from './runtime/function.ts'
import { withNeeded } from './runtime/index.ts'
import { isTimed, iterationTrend, optionsCode } from './options.ts'
import { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

/** A load test as a script of k6, and notes for the user who runs it, a sentence each. */
export interface K6Script {
  text: string
  notes: string[]
}

/** What of the surroundings decides what a script says. */
export interface K6Options {
  /** Instead of the one that the load test names. */
  environment?: Environment | undefined
}

/**
 * Writes a load test as a script of k6 (https://grafana.com/docs/k6): cases on top, what they call below. AssayError `no-counterpart` if a check
 * depends on something that k6 can't do, `reference-missing` if the load test's target is not there.
 */
export async function k6Script(project: Project, test: LoadTest, options: K6Options = {}): Promise<Result<K6Script, AssayError>> {
  try {
    return ok(await write(withInherited(project), test, options))
  } catch (thrown) {
    if (thrown instanceof AssayError) return fail(thrown)
    throw thrown
  }
}

/** What an iteration runs, or what runs before. */
interface Target {
  kind: 'case' | 'suite'
  name: string
  suite: Suite
  cases: readonly Case[]
}

function targetOf({ suites }: Project, id: string, missing: (id: string) => string): Target {
  for (const suite of suites) {
    if (suite.id === id) return { kind: 'suite', name: suite.name, suite, cases: suite.cases }
    const one = suite.cases.find((each) => each.id === id)
    if (one) return { kind: 'case', name: one.name, suite, cases: [one] }
  }
  throw new AssayError('reference-missing', missing(id), { hint: texts.noTargetHint })
}

async function write(project: Project, test: LoadTest, options: K6Options): Promise<K6Script> {
  const environment = options.environment ?? project.environments.find(({ id }) => id === test.environment)
  const script = new Script(project, environment)
  const target = targetOf(project, test.target, texts.noTarget)
  const before = test.before === undefined ? undefined : targetOf(project, test.before, texts.noBefore)
  const optionsOf = optionsCode(test, script)
  if (environment?.mtls?.length) script.note(texts.mutualTls)

  const variables: Code[] = [
    ['const projectVariables = ', startValues(project.variables, script)],
    ['const environmentVariables = ', startValues(environment?.variables ?? [], script)],
  ]
  const suites = new Map<Suite, string>()
  for (const { suite } of before ? [before, target] : [target]) {
    if (suites.has(suite)) continue
    const name = script.names.of(`${suite.name} variables`, 'suiteVariables')
    suites.set(suite, name)
    variables.push([`const ${name} = `, startValues(suite.variables, script)])
  }

  const written = new Map<Case, string>()
  const functions: Code[] = []
  const calls = async ({ cases }: Target, rows: LoadTest['rows']): Promise<Code[]> => {
    const writer = new CaseWriter(script, rows)
    for (const one of cases) {
      if (written.has(one)) continue
      const { name, code } = await writer.write(one)
      written.set(one, name)
      functions.push(code)
    }
    return cases.map((one) => `${written.get(one) ?? ''}()`)
  }
  const setup = before && setupCode(suites.get(before.suite) ?? '', await calls(before, undefined), isTokenSet(before), script)
  const work = await calls(target, test.rows)
  const main = defaultCode(test, suites.get(target.suite) ?? '', work, before && isTokenSet(before), script)
  if (isTimed(test)) {
    script.useK6('Trend')
    script.constants.push(
      `/** How long iterations take, without the time between two of them. */\nconst iterationTime = new Trend('${iterationTrend}', true)`,
    )
  }

  const called = withNeeded(script.functions)
  const imports = importLines([...called.flatMap(({ imports = [] }) => imports), ...script.imports])
  const head = headOf(target, test, script)
  const parts = [
    head,
    imports.join('\n'),
    layOut(['export const options = ', optionsOf]),
    variables.map((code) => layOut(code)).join('\n'),
    ...script.constants.map((code) => layOut(code)),
    ...(setup ? [layOut(setup)] : []),
    layOut(main),
    ...functions.map((code) => layOut(code)),
    ...called.map(({ text }) => text),
    ...script.lateConstants.map((code) => layOut(code)),
  ]
  return { text: `${parts.join('\n\n')}\n`, notes: [...script.leftOut, ...script.notes] }
}

/** Whether a case sets tokens, which live longer than their value. */
const isTokenSet = ({ cases }: Target): boolean =>
  cases.some(({ steps }) => steps.some((step) => isOAuth2Step(step) && !step.disabled))

function setupCode(suite: string, calls: readonly Code[], tokens: boolean, script: Script): Code {
  script.use('begin')
  script.use('succeed')
  script.use(tokens ? 'projectTokens' : 'projectValues')
  script.note(texts.beforeInMemory)
  return blockOf('export function setup()', [
    `begin(${suite})`,
    ...script.jarOf('suite'),
    ...script.jarOf('run'),
    ...calls,
    'succeed()',
    'return projectValues()',
  ])
}

function defaultCode(test: LoadTest, suite: string, calls: readonly Code[], takes: boolean | undefined, script: Script): Code {
  const { think = 0, executor } = test
  const timed = isTimed(test)
  const waits = think > 0 && executor !== 'rate'
  if (think > 0 && !waits) script.note(texts.thinkAtRate)
  script.use('begin')
  script.use('finish')
  if (takes !== undefined) script.use(takes ? 'takeTokens' : 'take')
  if (waits) script.useK6('sleep')
  return blockOf(`export default function (${takes === undefined ? '' : 'given'})`, [
    ...(timed ? ['const begun = Date.now()'] : []),
    `begin(${suite})`,
    ...script.jarOf('suite'),
    ...script.jarOf('run'),
    ...(takes === undefined ? [] : ['take(given)']),
    ...calls,
    'finish()',
    ...(timed ? ['iterationTime.add(Date.now() - begun)'] : []),
    ...(waits ? [`sleep(${think})`] : []),
  ])
}

function importLines(names: readonly K6Name[]): string[] {
  const byModule = new Map<string, K6Name[]>()
  for (const name of new Set(names)) byModule.set(k6Modules[name], [...(byModule.get(k6Modules[name]) ?? []), name])
  return [...byModule]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, all]) => {
      const list = all.some((name) => wholeModules.has(name)) ? all.join(', ') : `{ ${all.toSorted().join(', ')} }`
      return `import ${list} from '${module}'`
    })
}

/** The comment at the top: what it is, how it is run, what is not in it. */
function headOf({ kind, name }: Target, test: LoadTest, script: Script): string {
  const secrets = [...script.secrets].toSorted().map((id) => ` -e ${secretVariable(id)}=…`)
  const listed = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)]
  const lines = [
    texts.made(test.name, script.project.name),
    texts.target(kind, name, script.environment?.name),
    '',
    texts.howToRun,
    `  k6 run${secrets.join('')} script.js`,
    ...listed(texts.leftOut, script.leftOut),
    ...listed(texts.notes, script.notes),
  ]
  const text = lines.flatMap((line) => line.split('\n')).map((line) => ` * ${line}`.trimEnd())
  return `/*\n${text.join('\n').replaceAll('*/', '* /')}\n */`
}
