import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { fakePorts } from '#engine/ports/testing/index.ts'
import { createRunScopes } from '#engine/templates/create-scopes.ts'
import type { Project } from '../format/schema.ts'
import { startCircles } from './start-circles.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'

const variables = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const told = (parts: Record<string, unknown>) =>
  startCircles(projectOf(parts)).map(
    ({ path, text }) =>
      `${path}: ${/Circular variables: (.*?)\. (?:Give|(Only .*?)\. Give)/.exec(text)?.slice(1).join(' ').trim()}`,
  )

it('[R38] reports a circle once, at its narrowest scope', () => {
  const oneCase = { id: 'c', name: 'Create', variables: variables({ token: '${token}', base: '${url}' }) }
  expect(
    told({
      variables: variables({ a: '${b}', b: 'x${c}', c: '${b}${random.hex(2)}', ok: '${token}', url: '${base}/v1' }),
      environments: [{ id: 'e', name: 'Local', variables: variables({ d: '${c}', token: '1', base: '2' }) }],
      suites: [{ id: 's', name: 'Orders', variables: variables({ ok: '${a}', mine: '${ok}' }), cases: [oneCase] }],
    }),
  ).toEqual(['variables > b: b → c → b', 'suites > Orders > Create > variables > token: token → token'])
  expect(told({ variables: variables({ url: '${base}/v1' }), suites: [{ id: 's', name: 'Orders', cases: [oneCase] }] })).toEqual([
    'suites > Orders > Create > variables > token: token → token',
    'suites > Orders > Create > variables > base: base → url → base',
  ])
})

it('[R38] a circle that an environment opens or closes names the environments in which it is one', () => {
  const environments = [
    { id: 'e1', name: 'Local', variables: variables({ b: '1' }) },
    { id: 'e2', name: 'Test' },
    { id: 'e3', name: 'Stage', variables: variables({ d: '${c}' }) },
  ]
  const inProject = variables({ a: '${b}', b: '${a}', c: '${d}', d: '1' })
  expect(told({ variables: inProject, environments })).toEqual([
    'variables > a: a → b → a Only with the environment "Test" or "Stage"',
    'environments > Stage > variables > d: d → c → d',
  ])
  expect(told({ variables: inProject })).toEqual(['variables > a: a → b → a'])
})

it("[R38] a chain of any length isn't a circle, and is followed without recursion", () => {
  const links = Array.from({ length: 20_000 }, (_, index) => ({ name: `v${index}`, value: `\${v${index + 1}}` }))
  expect(startCircles(projectOf({ variables: links }))).toEqual([])
  const closed = startCircles(projectOf({ variables: [...links, { name: 'v20000', value: '${v0}' }] }))
  expect(closed.map(({ path }) => path)).toEqual(['variables > v0'])
})

const names = ['a', 'b', 'c', 'd']
const reference = fc.constantFrom(...names.map((name) => `\${${name}}`), '1')
const arbitraryScope = fc
  .dictionary(fc.constantFrom(...names), fc.tuple(reference, reference), { maxKeys: 4 })
  .map((scope) => variables(Object.fromEntries(Object.entries(scope).map(([name, parts]) => [name, parts.join('')]))))

/** Whether resolving any name in any case with any environment comes upon a circle. */
async function runMeetsCircle(project: Project): Promise<boolean> {
  const { clock, secrets } = fakePorts()
  const signal = new AbortController().signal
  for (const environment of project.environments) {
    const run = createRunScopes({
      project: project.variables,
      environment,
      seed: 1,
      clock,
      secrets,
      redactor: createRedactor(),
      signal,
    })
    for (const suite of project.suites) {
      const inSuite = run.suite(suite.variables)
      for (const one of suite.cases) {
        const scopes = inSuite.case(one.variables)
        for (const name of names) {
          const code = await scopes.resolve(`\${${name}}`).then(
            () => undefined,
            (error: { code: string }) => error.code,
          )
          if (code === 'variable-cycle') return true
        }
      }
    }
  }
  return false
}

it('[R38] there is a circle if and only if a run can meet one', async () => {
  let withCircle = 0
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(reference, reference, reference, reference),
      fc.array(arbitraryScope, { minLength: 1, maxLength: 2 }),
      arbitraryScope,
      arbitraryScope,
      async (inProject, environments, inSuite, inCase) => {
        let id = 0
        const project = projectOf({
          // Every name is there: an unknown one would be met before a circle behind it.
          variables: names.map((name, index) => ({ name, value: inProject[index] })),
          environments: environments.map((own) => ({ id: `e${++id}`, name: `E${id}`, variables: own })),
          suites: [
            {
              id: 's',
              name: 'S',
              variables: inSuite,
              cases: [
                { id: 'c', name: 'C', variables: inCase },
                { id: 'c0', name: 'Plain' },
              ],
            },
            { id: 's0', name: 'Plain', cases: [{ id: 'c1', name: 'Plain' }] },
          ],
        })
        const found = startCircles(project).length > 0
        if (found) withCircle++
        expect(found).toBe(await runMeetsCircle(project))
      },
    ),
    { numRuns: fuzzRuns(3_000) },
  )
  expect(withCircle).toBeGreaterThan(0)
})

it('[H8] where all variables refer to each other, the number of reported circles is limited', () => {
  const names = Array.from({ length: 120 }, (_, index) => `v${index}`)
  const text = names.map((name) => `\${${name}}`).join('')
  const circles = startCircles(projectOf({ variables: names.map((name) => ({ name, value: text })) }))
  // One for each pair would be 7,260, each of up to 120 names.
  expect(circles.length).toBeGreaterThan(120)
  expect(circles.length).toBeLessThan(2_500)
})
