import { expect, it } from 'vitest'
import { changedSince, marksOf } from './marks.ts'
import { readProject } from '../format/read.ts'
import type { Case, Project } from '../format/schema.ts'

const made = () => {
  const step = (id: string, url: string) => ({ id, name: id, kind: 'send-request', url })
  const parsed = readProject(
    JSON.stringify({
      format: 'aprj',
      version: 1,
      id: 'p',
      name: 'P',
      variables: [
        { name: 'host', value: 'https://${zone}.test' },
        { name: 'zone', value: 'a' },
        { name: 'other', value: '1' },
      ],
      environments: [{ id: 'e', name: 'E', variables: [{ name: 'zone', value: 'b' }] }],
      suites: [
        {
          id: 's',
          name: 'S',
          cases: [
            { id: 'c', name: 'C', steps: [step('one', 'https://x'), step('two', '${host}/y'), step('three', 'https://z')] },
          ],
        },
      ],
    }),
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value.project
}
const caseOf = (project: Project): Case => project.suites[0]!.cases[0]!
const changed = (edit: (project: Project) => void, environment?: string) => {
  const then = made()
  const now = structuredClone(then)
  edit(now)
  return [...changedSince(marksOf(then, caseOf(then), environment), marksOf(now, caseOf(now), environment))]
}

it('[H12] an edited step and those after it are changed since; what only people read is not', () => {
  expect(changed(() => undefined)).toEqual([])
  expect(changed((project) => Object.assign(caseOf(project).steps[1]!, { url: 'https://new' }))).toEqual(['two', 'three'])
  expect(changed((project) => Object.assign(caseOf(project).steps[1]!, { name: 'New', description: 'New' }))).toEqual([])
  expect(changed((project) => void (caseOf(project).name = 'New'))).toEqual([])
})

it('[H12] so are those after a step that was moved, removed, added or switched off', () => {
  expect(changed((project) => void (caseOf(project).steps = caseOf(project).steps.toReversed()))).toEqual(['three', 'two', 'one'])
  expect(changed((project) => caseOf(project).steps.splice(1, 1))).toEqual(['three'])
  expect(changed((project) => caseOf(project).steps.pop())).toEqual([])
  expect(changed((project) => void (caseOf(project).steps[2]!.disabled = true))).toEqual(['three'])
  expect(changed((project) => void (caseOf(project).onFailure = 'continue'))).toEqual(['one', 'two', 'three'])
})

it('[H12] a header that a request inherits is a part of it, with the variables that it names', () => {
  const row = (name: string, value: string) => ({ name, value, disabled: false })
  expect(changed((project) => void (project.headers = [row('x-all', '1')]))).toEqual(['one', 'two', 'three'])
  expect(changed((project) => void (project.suites[0]!.headers = [row('x-all', '1')]))).toEqual(['one', 'two', 'three'])
  expect(changed((project) => void (caseOf(project).headers = [row('x-all', '1')]))).toEqual(['one', 'two', 'three'])
  expect(changed((project) => void (caseOf(project).headers = [{ ...row('x-all', '1'), disabled: true }]))).toEqual([])
  const inherits = (other: string) => {
    const project = made()
    project.headers = [row('x-all', '${other}')]
    project.variables[2]!.value = other
    return marksOf(project, caseOf(project), undefined)
  }
  expect(inherits('1')).toEqual(inherits('1'))
  expect([...changedSince(inherits('1'), inherits('2'))]).toEqual(['one', 'two', 'three'])
})

it('[H12] a variable counts from the first step that names it, also through another one, in the environment of the run', () => {
  expect(changed((project) => void (project.variables[0]!.value = 'https://b'))).toEqual(['two', 'three'])
  expect(changed((project) => void (project.variables[1]!.value = 'c'))).toEqual(['two', 'three'])
  expect(changed((project) => void (project.variables[1]!.value = 'c'), 'e')).toEqual([])
  expect(changed((project) => void (project.environments[0]!.variables[0]!.value = 'c'), 'e')).toEqual(['two', 'three'])
  expect(changed((project) => void (project.environments[0]!.variables[0]!.value = 'c'))).toEqual([])
  expect(changed((project) => void (project.variables[2]!.value = '2'))).toEqual([])
})
