import { describe, expect, it } from 'vitest'
import { createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'

/** Makes transfers from an answer, then sends a request with `text` as its body. */
async function transfer(transfers: object[], answer: Answer, text = '') {
  const http = createScriptedHttp([answer, {}])
  const run = await runSteps(
    [
      { kind: 'send-request', url: 'http://127.0.0.1/' },
      { kind: 'data-transfer', transfers },
      { kind: 'send-request', method: 'POST', url: 'http://127.0.0.1/', body: { type: 'json', text } },
    ],
    { ports: { http }, case: { variables: [{ name: 'name', value: 'Ann' }] } },
  )
  const set = run.events.flatMap((event) => (event.type === 'variable-set' ? [[event.name, event.scope, event.value]] : []))
  return { step: run.steps[1], set, sent: http.requests[1]?.body }
}

describe('data-transfer', () => {
  it('[T3] keeps values with their types', async () => {
    const { set, sent } = await transfer(
      [
        { source: 'json', path: '$.id', to: 'id' },
        { source: 'json', path: '$.big', to: 'big', scope: 'TestSuite' },
        { source: 'json', path: '$.list', to: 'list', scope: 'Project' },
        { source: 'status', to: 'code' },
        { source: 'header', name: 'location', match: '/orders/(\\d+)$', to: 'order' },
        { source: 'text', match: 'b.g', to: 'word' },
      ],
      { body: '{"id": "x", "big": 9007199254740993, "list": [1, null]}', headers: [['location', '/orders/17']] },
      '[${id}, ${big}, ${list}, ${code}, ${order}, ${word}]',
    )
    expect(set).toEqual([
      ['id', 'TestCase', 'x'],
      ['big', 'TestSuite', '9007199254740993'],
      ['list', 'Project', '[1,null]'],
      ['code', 'TestCase', '200'],
      ['order', 'TestCase', '17'],
      ['word', 'TestCase', 'big'],
    ])
    expect(sent).toBe('["x", 9007199254740993, [1,null], 200, "17", "big"]')
  })

  it('[T3] a default replaces a missing value, with its type; texts are templates', async () => {
    const { sent, step } = await transfer(
      [
        { source: 'json', path: '$.none', to: 'a', default: 5 },
        { source: 'text', match: 'x(y)', to: 'b', default: 'no ${name}' },
        { source: 'json', path: '$.x', to: 'c', default: null },
      ],
      { body: '<html>' },
      '[${a}, ${b}, ${c}]',
    )
    expect(step?.outcome).toBe('passed')
    expect(sent).toBe('[5, "no Ann", null]')
  })

  it.each([
    [{ source: 'json', path: '$.none', to: 'b' }, 'nothing-found', 'json $.none to b: nothing was found'],
    [{ source: 'text', match: 'x(y)', to: 'b' }, 'nothing-found', "text to b: the expression doesn't match the value"],
    [{ source: 'text', match: '(', to: 'b' }, 'bad-expression', 'text to b'],
    [{ source: 'status', to: 'random.x' }, 'reference-missing', 'random.x'],
    [{ source: 'json', path: '$.a', to: 'b' }, 'nothing-found', "isn't JSON"],
  ])('%j breaks the step, and no variable is set', async (bad, code, message) => {
    const { step, set } = await transfer([{ source: 'status', to: 'first' }, bad], {
      body: 'path' in bad && bad.path === '$.none' ? '{}' : 'text',
    })
    expect(step).toMatchObject({ outcome: 'broken', code, message: expect.stringContaining(message) as string })
    expect(set).toEqual([])
  })
})
