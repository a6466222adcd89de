import * as v from 'valibot'
import { expect, it } from 'vitest'
import { composeEdit } from '../edit/compose.ts'
import { stateOf } from '../edit/state.ts'
import { describePath } from '../format/path.ts'
import { projectSchema } from '../format/schema.ts'
import { placesIn, putTexts, replaced, writtenTexts, type Wanted } from './find.ts'

const project = v.parse(projectSchema, {
  format: 'aprj',
  version: 1,
  id: 'host-p',
  name: 'Shop',
  variables: [
    { name: 'host', value: 'http://old.example' },
    { name: 'key', value: { secret: 'host-key' } },
  ],
  suites: [
    {
      id: 'u',
      name: 'Orders',
      headers: [{ name: 'X-Trace', value: '${host}' }],
      cases: [
        {
          id: 'c',
          name: 'List',
          steps: [
            {
              id: 'host-r',
              kind: 'send-request',
              name: 'Get',
              url: '${host}/orders?next=${host}',
              headers: [{ name: 'x-trace' }],
            },
            {
              id: 'a',
              kind: 'assertion',
              name: 'Check',
              step: 'host-r',
              checks: [{ source: 'json', path: '$', is: 'equals', value: { self: ['${host}/orders'] } }],
            },
          ],
        },
      ],
    },
  ],
})
const state = stateOf(project)
const find = (wanted: Wanted) => writtenTexts(state).filter(({ text }) => placesIn(text, wanted).length > 0)
const roots = new Map<string | undefined, unknown>([[undefined, state.head], ...state.cases])
const places = (wanted: Wanted) =>
  find(wanted).map((one) => [one.case, one.step, describePath(roots.get(one.case), one.path)].filter(Boolean).join(' · '))

it('finds a text in variables, headers, URLs and values of checks, never in ids', () => {
  expect(places({ text: '${HOST}', matchCase: false })).toEqual([
    'suites > Orders > headers > X-Trace > value',
    'c · host-r · step 1 > url',
    'c · a · step 2 > checks > 1 > value > self > 1',
  ])
  expect(places({ text: 'X-Trace', matchCase: true })).toEqual(['suites > Orders > headers > X-Trace > name'])
  expect(places({ text: 'x-trace', matchCase: false })).toHaveLength(2)
  expect(places({ text: 'host-', matchCase: false })).toEqual([])
  expect(places({ text: '', matchCase: false })).toEqual([])
})

it('replaces all of it as one edit, and nothing that the file could not hold', () => {
  const wanted = { text: '${host}', matchCase: true }
  const texts = find(wanted).flatMap((at) => {
    const next = replaced(at, wanted, '${api$&}')
    return next === undefined ? [] : [{ at, next }]
  })
  const edit = composeEdit('Replace', state, ['c'], (draft) => putTexts(draft, texts))
  expect(edit?.changes.map(({ record }) => record).toSorted()).toEqual(['case', 'head'])
  expect(JSON.stringify(edit?.changes.map(({ after }) => after))).not.toContain('${host}')
  const [change] = edit?.changes.filter(({ record }) => record === 'case') ?? []
  expect(change?.after).toMatchObject({ steps: [{ id: 'host-r', url: '${api$&}/orders?next=${api$&}' }, { step: 'host-r' }] })
  const [name] = find({ text: 'host', matchCase: true }).filter(({ path }) => path.at(-1) === 'name')
  expect(name && replaced(name, { text: 'host', matchCase: true }, 'the host')).toBeUndefined()
  expect(name && replaced(name, { text: 'host', matchCase: true }, 'api')).toBe('api')
})
