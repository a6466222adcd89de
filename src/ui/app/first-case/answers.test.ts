import { expect, it } from 'vitest'
import { firstCaseOfCurl } from '#engine/importers/first-case/first-case-of-curl.ts'
import { answersOf, typedOfCurl, untyped } from './answers.ts'

const pasted = (command: string) => {
  const read = firstCaseOfCurl(command)
  if (!read.ok) throw new Error(read.error)
  return answersOf({ ...untyped(), ...typedOfCurl(read.value) })
}

it('[T1] what a pasted command sends stands in the answers, the body of a DELETE too', () => {
  const url = 'https://api.example.com/orders'
  const json = `-H 'content-type: application/json' -d '{"a":1}'`
  expect(pasted(`curl -X DELETE ${url} ${json}`)).toMatchObject({ method: 'DELETE', body: { type: 'json', text: '{"a":1}' } })
  expect(pasted(`curl ${url} -d a=1`)).toMatchObject({ method: 'POST', body: { type: 'form' } })
  expect(pasted(`curl -X DELETE ${url}`)).toMatchObject({ method: 'DELETE', body: { type: 'none' } })
  expect(pasted(`curl -H 'authorization: Bearer abc' ${url}`)).toMatchObject({ access: { kind: 'bearer', token: 'abc' } })
})
