import { expect, it } from 'vitest'
import { headOf } from '#engine/project/edit/state.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { findProblems } from './case-problems.ts'
import { variableKey } from './variable-key.ts'

const variable = (name: string, value: string) => ({ name, value })

const project = projectOf({
  variables: [variable('a', '${b}'), variable('b', '${a}'), variable('fine', '1'), variable('fine', '2')],
  environments: [{ id: 'e', name: 'Local', variables: [variable('open', '${oops')] }],
  suites: [
    {
      id: 'u',
      name: 'Suite',
      cases: [
        {
          id: 'c',
          name: 'Case',
          variables: [variable('mine', '1'), variable('own', 'x${own}')],
          steps: [
            { id: 's', kind: 'send-request', name: 'Get', url: '' },
            { id: 't', kind: 'assertion', name: 'Check', checks: [{ source: 'json', path: '$[', is: 'exists' }] },
            { id: 'w', kind: 'data-transfer', name: 'Keep', transfers: [{ source: 'text', match: '(', to: 'x' }] },
          ],
        },
      ],
    },
  ],
})
const own = variableKey('c', variable('own', 'x${own}'))
const open = variableKey('e', variable('open', '${oops'))
const circle = variableKey('p', variable('a', '${b}'))
const head = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }

it('[R38] marks in the open case what assay check tells: broken expressions, circles of start values, empty settings', async () => {
  const one = project.suites[0]?.cases[0]
  const { project: steps, settings, variables } = await findProblems(head, one)
  expect([...steps.keys()]).toEqual(['t', 'w'])
  expect(steps.get('t')?.join()).toContain('$[')
  expect(settings.get('s')).toEqual(['Enter a URL.'])
  expect([...variables.keys()].toSorted()).toEqual([own, open, circle])
  expect(variables.get(circle)?.join()).toContain('a → b → a')
})

it('[R38] marks circles of project, environments and suites where no case is open', async () => {
  const { variables } = await findProblems(head, undefined)
  expect([...variables.keys()].toSorted()).toEqual([open, circle])
})
