import { expect, test } from 'vitest'
import { emptyEnvironment, emptyProject } from './empty.ts'
import { fileNeeds } from './file-needs.ts'
import { newStep } from './new-step.ts'
import type { Project } from './schema.ts'

const variable = (name: string, value = '') => ({ name, value, description: '' })
const request = { ...newStep('send-request', 's', 'S', { connection: '', dataSource: '' }), url: '${baseUrl}/${tenant}/${jwt}' }
const project: Project = {
  ...emptyProject('p', 'P'),
  environments: [
    {
      ...emptyEnvironment('e', 'E'),
      variables: [variable('baseUrl', 'https://a.test'), variable('tenant'), variable('nobody'), variable('jwt')],
    },
  ],
  suites: [
    {
      id: 'a',
      name: 'A',
      description: '',
      variables: [],
      cases: [
        {
          id: 'c',
          name: 'C',
          description: '',
          tags: [],
          variables: [],
          onFailure: 'stop',
          steps: [newStep('jwt', 'j', 'J', { connection: '', dataSource: '' }), request],
        },
      ],
    },
  ],
}

test('[D4] variables that an import left empty and that steps refer to are asked for, once', async () => {
  const needs = await fileNeeds(project, async () => [], true)
  expect(needs?.empty).toEqual([{ environment: 'e', name: 'tenant' }])
  expect(await fileNeeds(project, async () => [])).toBeUndefined()
})
