import type { RuntimeFunction } from './function.ts'

/** How iterations, cases, steps and rows go, as Assay's runner has it. */
export const runFunctions = {
  failure: {
    imports: ['Rate'],
    text: String.raw`/** The share of iterations with a failed check or a step that couldn't run. */
const failure = new Rate('failure')`,
  },
  run: {
    text: String.raw`/** The current case and step, and whether anything has failed. */
const run = { case: '', step: '', failed: false, pass: {} }`,
  },
  begin: {
    needs: ['run', 'scopes'],
    text: String.raw`/** Starts with new variables. */
function begin(suiteVariables) {
  run.failed = false
  scopes = [suiteVariables, environmentVariables, projectVariables].map((values) => new Map(Object.entries(values)))
}`,
  },
  finish: {
    needs: ['failure', 'run'],
    text: String.raw`/** Ends an iteration and adds it to the rate "failure". */
const finish = () => failure.add(run.failed)`,
  },
  succeed: {
    needs: ['run'],
    text: String.raw`/** The setup case must pass: the test needs the variables it sets. */
function succeed() {
  if (run.failed) throw new Error(run.case + ' did not pass, and it runs before all others')
}`,
  },
  take: {
    needs: ['scopes'],
    text: String.raw`/** Takes the Project variables that setup() has left. */
function take(given) {
  for (const [name, value] of Object.entries(JSON.parse(given))) scopes.at(-1).set(name, value)
}`,
  },
  projectValues: {
    needs: ['scopes'],
    text: String.raw`/** The project variables after the setup case, for every user. JSON text, because k6 doesn't keep the order of keys. */
const projectValues = () =>
  JSON.stringify(Object.fromEntries([...scopes.at(-1)].filter(([, value]) => typeof value !== 'function')))`,
  },
  takeTokens: {
    needs: ['scopes', 'tokenOf'],
    text: String.raw`/** Restores the project variables from setup(), with what renews their tokens. */
function take(given) {
  const { values, live } = JSON.parse(given)
  for (const [name, value] of Object.entries(values)) scopes.at(-1).set(name, value)
  for (const [name, { settings, token }] of Object.entries(live)) {
    tokens[JSON.stringify(settings)] ??= token
    scopes.at(-1).set(name, liveToken(settings))
  }
}`,
  },
  projectTokens: {
    needs: ['scopes', 'tokenOf'],
    text: String.raw`/** The project variables after the setup case, for every user. JSON text, because k6 doesn't keep the order of keys. */
function projectValues() {
  const [values, live] = [{}, {}]
  for (const [name, value] of scopes.at(-1)) {
    if (typeof value !== 'function') values[name] = value
    else if (value.settings) live[name] = { settings: value.settings, token: tokens[JSON.stringify(value.settings)] }
  }
  return JSON.stringify({ values, live })
}`,
  },
  testCase: {
    needs: ['run', 'scopes'],
    imports: ['group'],
    text: String.raw`/** A case with its own variables. After a step that didn't pass, the rest is skipped unless the case continues on failure. */
function testCase(name, { variables = {}, onFailure = 'stop' }, work) {
  const around = scopes
  scopes = [new Map(Object.entries(variables)), ...around]
  run.case = name
  run.pass = { onFailure, failed: false, skips: false }
  group(name, work)
  scopes = around
}`,
  },
  step: {
    needs: ['run', 'NotPassed'],
    text: String.raw`/** Runs a step and returns its result. Errors are logged, failed checks appear in the checks. */
function step(name, work) {
  const { pass } = run
  if (pass.skips) return undefined
  run.step = name
  try {
    return work()
  } catch (error) {
    run.failed = true
    pass.failed = true
    pass.skips = pass.onFailure === 'stop'
    if (!(error instanceof NotPassed)) console.error(run.case + ' > ' + name + ': ' + error.message)
    return error.answer
  }
}`,
  },
  NotPassed: {
    text: String.raw`/** A check failed. */
class NotPassed extends Error {}`,
  },
  eachRow: {
    needs: ['run', 'scopes'],
    text: String.raw`/** Runs the steps for each row. Its variables override all others. */
function eachRow(rows, { onFailure = 'continue' }, work) {
  const { pass } = run
  const around = scopes
  let skips = false
  if (pass.skips) return
  for (const row of rows) {
    run.pass = { ...pass, failed: false, skips: false }
    scopes = [new Map(Object.entries(row)), ...around]
    work()
    pass.failed ||= run.pass.failed
    skips ||= run.pass.skips
    if (run.pass.failed && onFailure === 'stop') break
  }
  pass.skips = skips
  run.pass = pass
  scopes = around
}`,
  },
  nextRow: {
    imports: ['exec'],
    text: String.raw`/** The row of this iteration. After the last row, it starts again with the first. */
const nextRow = (rows) => (rows.length === 0 ? [] : [rows[exec.scenario.iterationInTest % rows.length]])`,
  },
  anyRow: {
    needs: ['between'],
    text: String.raw`/** Any row. */
const anyRow = (rows) => (rows.length === 0 ? [] : [rows[between(0, rows.length - 1)]])`,
  },
  unusedRow: {
    imports: ['exec', 'sleep'],
    text: String.raw`/** A row that no other iteration has. When there is none the test ends, after a while in which the others get through. */
function unusedRow(rows) {
  const number = exec.scenario.iterationInTest
  if (number >= rows.length) {
    sleep(5)
    exec.test.abort('Each row was used once.')
  }
  return [rows[number]]
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
