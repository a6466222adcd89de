import { describe, expect, it } from 'vitest'
import { headOf } from '#engine/project/edit/state.ts'
import { newStep } from '#engine/project/new-step.ts'
import { projectOf } from '#engine/project/edit/testing/projects.ts'
import { variablesAt, variablesInScope } from './variables-in-scope.ts'

describe('variables in scope', () => {
  it('[T6] come in look-up order; what steps set reaches as far as its scope', () => {
    const project = projectOf([0, 0], [0])
    project.variables.push({ name: 'region', value: 'eu', description: '' })
    const secret = { name: 'clientSecret', value: { secret: 'local/client-secret' }, description: '' }
    project.environments.push({ id: 'e1', name: 'Local', description: '', insecureHosts: [], variables: [secret] })
    const [first, second] = project.suites
    first?.cases[0]?.variables.push({ name: 'mine', value: 1, description: '' })
    first?.cases[1]?.steps.push(newStep('oauth2', 't', 'T', { connection: '', dataSource: '' }))
    second?.cases[0]?.steps.push(newStep('jwt', 'j', 'J', { connection: '', dataSource: '' }))
    const head = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
    const cases = new Map(project.suites.flatMap((suite) => suite.cases.map((one) => [one.id, one] as const)))
    const found = variablesInScope({
      head,
      one: cases.get('c1'),
      environment: 'e1',
      cases,
      lastValues: new Map([['TestSuite access_token', '‹access_token›']]),
    })
    expect(found.slice(0, 2)).toEqual([
      { name: 'mine', scope: 'TestCase', value: '1' },
      { name: 'access_token', scope: 'TestSuite', value: '‹access_token›' },
    ])
    expect(found).toContainEqual({ name: 'clientSecret', scope: 'Environment', value: '••••••', secret: true })
    expect(found.at(-1)).toEqual({ name: 'region', scope: 'Project', value: 'eu' })
    expect(found.some((one) => one.name === 'jwt')).toBe(false)

    // Headers of a suite and of the project are resolved in their cases.
    first?.variables.push({ name: 'ours', value: '', description: '' })
    const opened = { ...project, suites: project.suites.map((suite) => ({ ...suite, cases: suite.cases.map(headOf) })) }
    const names = (suite?: string) =>
      variablesInScope({ head: opened, one: undefined, suite, environment: 'e1', cases, lastValues: new Map() }).map(
        (one) => one.name,
      )
    expect(names('s1')).toEqual(expect.arrayContaining(['ours', 'access_token']))
    expect(names('s1')).not.toContain('jwt')
    expect(names()).toEqual(expect.arrayContaining(['jwt', 'access_token']))
  })

  it('[T4] a variable that only another loop sets names that loop; a wider one of the same name takes its place', () => {
    const step = (kind: Parameters<typeof newStep>[0], id: string, more: object = {}) => ({
      ...newStep(kind, id, id, { connection: '', dataSource: '' }),
      ...more,
    })
    const mapping = ['user', 'region'].map((name) => ({ column: name, variable: name, type: 'string' }))
    const steps = [
      step('send-request', 'before'),
      step('loop-start', 'Each user', { mapping }),
      step('send-request', 'inside'),
      step('loop-end', 'Next'),
      step('send-request', 'after'),
    ]
    const known = [
      { name: 'user', scope: 'row' as const, value: 'Ann' },
      { name: 'region', scope: 'row' as const, value: 'us' },
      { name: 'region', scope: 'Project' as const, value: 'eu' },
    ]
    const outside = [
      { name: 'user', scope: 'row', value: 'Ann', loop: '2 Each user' },
      { name: 'region', scope: 'Project', value: 'eu' },
    ]
    expect(variablesAt(known, steps, 'before')).toEqual(outside)
    expect(variablesAt(known, steps, 'after')).toEqual(outside)
    expect(variablesAt(known, steps, 'inside')).toEqual(known)
    expect(variablesAt(known, steps, undefined)).toEqual(known)
  })
})
