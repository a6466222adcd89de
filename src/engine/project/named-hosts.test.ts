import { expect, it } from 'vitest'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { hostsOfProject } from './named-hosts.ts'

it('the hosts of a project are those of its variables, and those that its steps begin addresses with', () => {
  const urls = [
    'http://127.0.0.1:3000/orders',
    ' https://API.Local/a?to=http://inside.local',
    'http://127.0.0.1:${port}/orders',
    'http://[::1]:3000',
    'https://api.${stage}.local/orders',
    'https://${host}/orders',
    '${baseUrl}/orders',
    'not http://text.local',
    'https://me:word@hidden.local/',
  ]
  const steps = urls.map((url) => ({ kind: 'send-request', url }))
  const login = { kind: 'oauth2', grantType: 'ClientCredentials', tokenEndpoint: 'https://id.local/token' }
  const project = projectOfSteps([...steps, login], {
    project: { variables: [{ name: 'baseUrl', value: 'http://named.local/v1' }] },
  })
  expect(hostsOfProject(project)).toEqual(['127.0.0.1', '[::1]', 'api.local', 'id.local', 'named.local'])
})
