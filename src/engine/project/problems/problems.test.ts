import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { literalSecrets } from './literal-secrets.ts'
import { loadMetrics } from '../load-test.ts'
import { problemsOf } from './problems.ts'
import { readProject } from '../format/read.ts'
import type { Project } from '../format/schema.ts'
import { salvageProject } from '../format/salvage.ts'
import { secretsNeeded } from '../secrets-needed.ts'
import { writeProject } from '../format/write.ts'

const golden = readFileSync(new URL('../golden/full.aprj', import.meta.url), 'utf8')

function read(text: string): Project {
  const result = readProject(text)
  if (!result.ok) throw new Error(result.error.message)
  return result.value.project
}

const withSteps = (...steps: object[]): Project =>
  read(
    JSON.stringify({
      format: 'aprj',
      version: 1,
      id: 'p',
      name: 'P',
      suites: [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }],
    }),
  )
const texts = (project: Project) => problemsOf(project).map(({ path, text }) => `${path}: ${text}`)

it('[T4] loop markers without their partner are problems', () => {
  const project = withSteps(
    { id: 'l0', kind: 'loop-end', name: 'end' },
    { id: 'l1', kind: 'loop-start', name: 'start', dataSource: 'gone', from: 3, to: 2 },
  )
  expect(texts(project)).toEqual([
    'suites > S > C > step 1: this Loop End has no Loop Start',
    'suites > S > C > step 2 > dataSource: refers to the unknown data source "gone"',
    'suites > S > C > step 2 > to: the loop has no rows from 3 to 2',
    'suites > S > C > step 2: this loop has no Loop End',
  ])
  expect(problemsOf(project)[0]?.at).toEqual({ suite: 's', case: 'c', step: 'l0' })
})

it('references without a target are problems', () => {
  const project = withSteps(
    { id: 'w', kind: 'wait', name: 'Pause', seconds: 1 },
    { id: 'a', kind: 'assertion', name: 'A', step: 'gone', checks: [{ source: 'header', is: 'exists' }] },
    { id: 'x', kind: 'data-transfer', name: 'X', step: 'w', transfers: [{ source: 'json', to: 'a' }] },
    { id: 'q', kind: 'sql', name: 'Q', connection: 'k9' },
  )
  const thresholds = [{ metric: 'duration.p42', is: 'less-than' as const, value: 1 }]
  project.loadTests.push({
    id: 'o',
    name: 'L',
    description: '',
    target: 'c9',
    environment: 'e9',
    stages: [],
    before: 's9',
    thresholds,
  })
  expect(texts(project)).toEqual([
    'suites > S > C > step 2 > step: refers to the step "gone", which isn\'t in this case',
    'suites > S > C > step 2 > checks > 1: the source "header" needs a name',
    'suites > S > C > step 3 > step: refers to the step "Pause", which has no result',
    'suites > S > C > step 3 > transfers > 1: the source "json" needs a path',
    'suites > S > C > step 4 > connection: refers to the unknown connection "k9"',
    'loadTests > L > target: refers to the unknown case or suite "c9"',
    'loadTests > L > environment: refers to the unknown environment "e9"',
    'loadTests > L > before: refers to the unknown case "s9"',
    `loadTests > L > thresholds > 1 > metric: "duration.p42" isn't a load test metric. Use one of: ${loadMetrics.join(', ')}`,
  ])
})

it('[T3] a check without the value that it compares with, or with one that it does not, is a problem', () => {
  const checks = [
    { source: 'json', path: '$.a', is: 'equals' },
    { source: 'json', path: '$.a', not: true, is: 'contains' },
    { source: 'json', path: '$.a', is: 'exists', value: false },
    { source: 'json', path: '$.a', is: 'equals', value: null },
    { source: 'json', path: '$.a', is: 'exists' },
  ]
  expect(texts(withSteps({ id: 'a', kind: 'assertion', name: 'A', checks }))).toEqual([
    'suites > S > C > step 1 > checks > 1: "equals" needs a "value" to compare with',
    'suites > S > C > step 1 > checks > 2: "contains" needs a "value" to compare with',
    'suites > S > C > step 1 > checks > 3 > value: "exists" takes no value: remove "value", or use "not": true for the opposite',
  ])
})

it('[R38] templates that can not be resolved and names that no variable can have are problems', () => {
  const project = withSteps(
    {
      id: 'r',
      kind: 'send-request',
      name: 'R',
      description: 'a ${ for people',
      url: '${baseUrl',
      headers: [{ name: 'a', value: '${random.emial} $${' }],
    },
    { id: 'x', kind: 'data-transfer', name: 'X', transfers: [{ source: 'status', to: 'uuid' }] },
  )
  project.variables.push({ name: 'v', value: '${a b}', description: '' })
  expect(texts(project)).toEqual([
    expect.stringContaining('variables > v > value: "${a b}" at column 1 isn\'t a variable or function.'),
    'suites > S > C > step 1 > url: Missing "}" for "${" at column 1. Add "}", or write "$${" for a literal "${".',
    expect.stringContaining(
      'step 1 > headers > a > value: Unknown function "random.emial" at column 1. Did you mean "random.email"?',
    ),
    expect.stringContaining('suites > S > C > step 2 > transfers > 1 > to: "uuid" isn\'t a variable name'),
  ])
  expect(problemsOf(project)[1]?.place).toEqual(['suites', 0, 'cases', 0, 'steps', 0, 'url'])
})

it('[T6] a variable that stands twice in one scope is a problem', () => {
  const project = withSteps()
  project.variables.push({ name: 'a', value: '', description: '' }, { name: 'a', value: '', description: '' })
  expect(texts(project)).toEqual(['variables > a: duplicate variable "a"'])
})

it('[P4] the secrets that a project needs are listed with their places', () => {
  expect(secretsNeeded(read(golden))).toEqual([
    { id: 'local/api-certificate', places: ['environments > Local > mtls > 1 > certificate'] },
    { id: 'local/api-key', places: ['environments > Local > mtls > 1 > key'] },
    { id: 'local/bank-pfx', places: ['environments > Local > mtls > 2 > key'] },
    { id: 'local/client-secret', places: ['environments > Local > variables > clientSecret > value'] },
    { id: 'orders-db/password', places: ['connections > Orders DB > password'] },
    { id: 'get-token/client-secret', places: ['suites > Orders > Create then delete > step 1 > clientSecret'] },
    { id: 'get-token/key', places: ['suites > Orders > Create then delete > step 1 > privateKeyJwt > key'] },
    { id: 'get-token/password', places: ['suites > Orders > Create then delete > step 1 > password'] },
    { id: 'login/password', places: ['suites > Orders > Create then delete > step 1 > automation > script > 3 > value'] },
    { id: 'login/totp', places: ['suites > Orders > Create then delete > step 1 > automation > script > 9 > key'] },
    { id: 'sign/key', places: ['suites > Orders > Create then delete > step 10 > key > key'] },
  ])
})

const request = (headers: object[], query: object[] = []) => ({
  id: 'r',
  kind: 'send-request',
  name: 'R',
  url: '',
  headers,
  query,
})
const found = (step: object) => literalSecrets(withSteps(step)).map(({ path }) => path)

it('[P4] literals that look like secrets are warned about, references are not', () => {
  expect(found(request([{ name: 'Authorization', value: 'Bearer ${access_token}' }]))).toEqual([])
  expect(found(request([{ name: 'authorization', value: 'Basic ZGVtbzpkZW1v' }]))).toEqual([
    'suites > S > C > step 1 > headers > authorization',
  ])
  expect(found(request([{ name: 'X-Api-Key', value: '0123456789' }], [{ name: 'api_key', value: 'abcdef' }]))).toHaveLength(2)
  expect(found(request([{ name: 'Accept', value: 'application/json' }]))).toEqual([])
  expect(literalSecrets(read(golden))).toEqual([])
})

it('[R1] what can be read of a truncated file becomes a project, and what was omitted is named', () => {
  const salvaged = salvageProject(golden.slice(0, golden.indexOf('"followRedirects"')))
  if (!salvaged.ok) throw new Error(salvaged.error)
  const { project, leftOut } = salvaged.value
  expect(project.suites[0]?.cases[0]?.steps.map(({ name }) => name)).toEqual(['Get token', 'Create order'])
  expect(leftOut).toEqual([
    expect.stringMatching(/^suites > Orders > Create then delete > step 2: the file ends here.*; left out$/),
  ])
  expect(read(writeProject(project))).toEqual(project)
})

it('[R1] a step that breaks a rule is left out, a double id is renamed', () => {
  const broken = golden.replace('"seconds": 0.5', '"seconds": -5').replace('"id": "r2"', '"id": "r1"').replace('"nothing"', '"x"')
  const salvaged = salvageProject(broken)
  if (!salvaged.ok) throw new Error(salvaged.error)
  expect(salvaged.value.leftOut).toEqual([
    'suites > Orders > Create then delete > step 12 > seconds: -5 is less than 0; left out',
    'suites > Orders > Create then delete > step 3: the ID "r1" was already in use; replaced with a new one',
  ])
  expect(readProject(writeProject(salvaged.value.project)).ok).toBe(true)
  expect(salvageProject('<html>').ok).toBe(false)
})

it('[T4] names an API of a check that the project has not', () => {
  const check = (api: string) => ({ source: 'response', is: 'conforms-to-api', api })
  const step = { id: 'a', kind: 'assertion', name: 'Check', checks: [check('gone')] }
  expect(texts(withSteps(step))).toEqual(['suites > S > C > step 1 > checks > 1 > api: refers to the unknown API "gone"'])
})

it('[13] a client certificate without its host or its key', () => {
  const key = { secret: 'k' }
  const mtls = ['', 'https://a.example/', 'a b', 'a.example:x'].map((host) => ({ host, form: 'pem', key }))
  const good = ['a.example', 'a.example:8443', '*.a.example', '127.0.0.1', '[::1]:8443'].map((host) => ({
    host,
    form: 'pfx',
    key,
  }))
  const project = {
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'P',
    environments: [{ id: 'e', name: 'E', mtls: [...mtls, ...good, { host: 'b', form: 'pem' }] }],
  }
  expect(texts(read(JSON.stringify(project)))).toEqual([
    'environments > E > mtls > 1 > host: is empty, so the client certificate is never sent',
    ...[2, 3, 4].map((n) => expect.stringMatching(new RegExp(`^environments > E > mtls > ${n} > host: ".*" isn't a host`))),
    'environments > E > mtls > 10 > key: is missing: the client certificate has no key',
  ])
})
