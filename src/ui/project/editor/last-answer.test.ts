import { expect, test } from 'vitest'
import { answerFromText } from './last-answer.ts'

const answer = answerFromText('{"id":"a","items":[{"sku x":1,"n":12345678901234567890},{"sku x":2}],"none":null}')

test('[T9] paths of the last answer are offered, and all of them find something', async () => {
  expect(answer?.paths('json')).toEqual(['$.id', '$.items', '$.none', '$.items[0]', "$.items[0]['sku x']", '$.items[0].n'])
  for (const path of answer?.paths('json') ?? []) expect(await answer?.look({ source: 'json', path })).toHaveProperty('found')
  expect(answer?.paths('header')).toEqual([])
})

test('[T9] a path is looked up in the last answer while it is typed', async () => {
  const look = (path: string) => answer?.look({ source: 'json', path })
  expect(await look('$.items[*]["sku x"]')).toEqual({ found: '[1,2]' })
  expect(await look('$.items[0].n')).toEqual({ found: '12345678901234567890' })
  expect(await look('$.nowhere')).toEqual({ nothing: true })
  expect(await answer?.look({ source: 'status' })).toBeUndefined()
  expect(answerFromText('<html>')).toBeUndefined()
})
