import { expect, it } from 'vitest'
import { lazyProblems } from './check/lazy-problems.ts'
import { problemsOf } from './problems/problems.ts'
import { readProject } from './format/read.ts'
import { secretsNeeded } from './secrets-needed.ts'
import { writeProject } from './format/write.ts'

const file = (document: string) =>
  `{"format":"aprj","version":1,"id":"p","name":"P","apis":[{"id":"a","name":"A","document":${document}}]}`

it('[T2] keeps a document as its text, and writes it as an object again', () => {
  const read = readProject(file('{"openapi":"3.1.0","x":[{"max":9223372036854775807,"__proto__":{"id":"a"}}]}'))
  if (!read.ok) throw new Error(read.error.message)
  const [api] = read.value.project.apis
  expect(api?.document).toBe('{"openapi":"3.1.0","x":[{"max":9223372036854775807,"__proto__":{"id":"a"}}]}')
  const text = writeProject(read.value.project)
  expect(text).toContain('      "document": {\n        "openapi": "3.1.0",')
  expect(text).toContain('"max": 9223372036854775807')
  expect(readProject(text)).toEqual(read)
})

it('[T2] refuses a document that is not an object, and an id that another part has', () => {
  const read = readProject(file('"openapi"'))
  expect(read.ok ? '' : read.error.message).toContain('document')
  const twice = readProject(file('{}').replace('"id":"a"', '"id":"p"'))
  expect(twice.ok ? '' : twice.error.message).toContain('apis > A')
})

it('[T2] takes what a document says for no template and no secret', async () => {
  const read = readProject(file('{"openapi":"3.1.0","x":"${unknown} ${bad","y":{"secret":"id"}}'))
  if (!read.ok) throw new Error(read.error.message)
  expect(problemsOf(read.value.project)).toEqual([])
  expect(await lazyProblems(read.value.project)).toEqual([])
  expect(secretsNeeded(read.value.project)).toEqual([])
})
