import { expect, it } from 'vitest'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { companionNeeds, sentByCompanion } from './companion-needs.ts'

it('[13] steps that ask hosts with a client certificate need the companion, in the environment that has it', () => {
  const step = (id: string, url: string) => ({ id, kind: 'send-request', name: id, url })
  const project = projectOf({
    environments: [
      {
        id: 'e',
        name: 'Stage',
        mtls: [{ host: '*.example.com', form: 'pfx' }],
        variables: [{ name: 'base', value: 'https://api.example.com/v1' }],
      },
      { id: 'f', name: 'Local', variables: [{ name: 'base', value: 'https://api.example.com/v1' }] },
    ],
    suites: [
      {
        id: 's',
        name: 'S',
        cases: [
          {
            id: 'c',
            name: 'C',
            steps: [
              step('by variable', '${base}/orders'),
              step('written out', 'https://b.example.com:8443/'),
              step('another host', 'https://example.org/'),
              step('not secure', 'http://api.example.com/'),
              step('not known', '${nobody}/x'),
              { id: 't', kind: 'oauth2', name: 'token', grantType: 'ClientCredentials', tokenEndpoint: '${base}/token' },
            ],
          },
        ],
      },
    ],
  })
  expect(companionNeeds(project, 'e').map(({ name, limit }) => [name, limit])).toEqual([
    ['by variable', 'send api.example.com a client certificate'],
    ['written out', 'send b.example.com:8443 a client certificate'],
    ['token', 'send api.example.com a client certificate'],
  ])
  expect(companionNeeds(project, 'f')).toEqual([])
  expect(companionNeeds(project)).toEqual([])
})

it('[X8] requests of a project that keeps cookies need the companion, and are sent by it unless they say otherwise', () => {
  const step = (id: string, more: object = {}) => ({ id, kind: 'send-request', name: id, url: 'https://x.test/', ...more })
  const steps = [
    step('auto'),
    step('own', { via: 'browser' }),
    step('off', { disabled: true }),
    { id: 'w', kind: 'wait', name: 'w', seconds: 0 },
  ]
  const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
  const needs = (more: object) => companionNeeds(projectOf({ suites, ...more })).map(({ name, limit }) => [name, limit])
  expect(needs({})).toEqual([])
  expect(needs({ cookies: 'case' })).toEqual([
    ['auto', 'keep cookies between requests'],
    ['own', 'keep cookies between requests'],
  ])
  const ways = (more: object) =>
    sentByCompanion(projectOf({ suites, ...more })).suites[0]?.cases[0]?.steps.map((one) => ('via' in one ? one.via : undefined))
  expect(ways({})).toEqual(['auto', 'browser', 'auto', undefined])
  expect(ways({ cookies: 'case' })).toEqual(['companion', 'browser', 'companion', undefined])
})
