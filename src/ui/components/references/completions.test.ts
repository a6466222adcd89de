import { expect, it } from 'vitest'
import { completions } from './completions.ts'

const hints = ['baseUrl', 'token', 'usedToken'].map((name) => ({ name, scope: 'project', value: '' }))
const offered = (value: string, { always = false, usual = [] as string[] } = {}) =>
  completions({ value, caret: value.length }, { hints, usual }, always).map((one) => one.name)

it('[T6] offers names that begin with what is typed, then those that have it inside', () => {
  expect(offered('a ${to')).toEqual(['token', 'usedToken'])
  expect(offered('${u').slice(0, 2)).toEqual(['usedToken', 'uuid'])
  expect(offered('$${to')).toEqual([])
  expect(offered('to')).toEqual([])
})

it('[T6] offers everything where it is asked for', () => {
  expect(offered('', { always: true }).slice(0, 3)).toEqual(['baseUrl', 'token', 'usedToken'])
})

it('[T6] offers usual values while what is typed is a part of one', () => {
  const usual = ['Accept', 'Content-Type', 'X-Accept']
  expect(offered('accept', { usual })).toEqual([])
  expect(offered('acc', { usual })).toEqual(['Accept', 'X-Accept'])
  expect(offered('ty', { usual })).toEqual(['Content-Type'])
  expect(offered('', { usual })).toEqual([])
  expect(offered('', { usual, always: true }).slice(0, 3)).toEqual(usual)
})

it('[T6] offers what an environment gives first, and what the step itself sets last, whatever scope is looked up first', () => {
  const ranked = [
    { name: 'token', scope: 'TestSuite', value: '', rank: 9 },
    { name: 'tenant', scope: 'TestCase', value: '', rank: 2 },
    { name: 'tokenUrl', scope: 'Environment', value: '', rank: 0 },
  ]
  const names = completions({ value: '${t', caret: 3 }, { hints: ranked, usual: [] }, false).map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['tokenUrl', 'tenant', 'token'])
})
