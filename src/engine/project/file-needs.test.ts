import { expect, test } from 'vitest'
import { emptyEnvironment, emptyProject } from './empty.ts'
import { fileNeeds } from './file-needs.ts'
import { newStep } from './new-step.ts'
import type { Project } from './format/schema.ts'

const variable = (name: string, value = '') => ({ name, value, description: '' })
const request = {
  ...newStep('send-request', 's', 'S', { connection: '', dataSource: '' }),
  url: '${baseUrl}/${tenant}/${jwt}/${client}/${of}',
}
const project: Project = {
  ...emptyProject('p', 'P'),
  // As an import of an API definition leaves them: an environment has its own tenant, and `unused` is never read.
  variables: [variable('client'), variable('tenant'), variable('unused')],
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
      variables: [variable('of')],
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
  const needs = await fileNeeds(project, async () => [], { imported: true })
  expect(needs?.empty).toEqual([{ name: 'client' }, { owner: 'e', name: 'tenant' }, { owner: 'a', name: 'of' }])
  expect(await fileNeeds(project, async () => [])).toBeUndefined()
  // Into an open project: variables that were empty before aren't reported.
  const before = { ...project, variables: [], environments: project.environments }
  expect((await fileNeeds(project, async () => [], { imported: true, before }))?.empty).toEqual([{ name: 'client' }])
})
