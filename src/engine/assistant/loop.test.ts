import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import type { Completion, LanguageModel, ModelMessage, ToolCall } from '#engine/ports/index.ts'
import { createManualClock } from '#engine/ports/testing/manual-clock.ts'
import { loopLimits, runLoop, type LoopPorts, type Progress, type Round, type Toolbox } from './loop.ts'
import { createOutgoingCheck } from './safety/outgoing.ts'

type Reply = Partial<Completion> | ((messages: readonly ModelMessage[]) => Partial<Completion> | Promise<Partial<Completion>>)

const call = (name: string, args: unknown = {}, id = name): ToolCall => ({ id, name, arguments: args })

/** A model that replies as it is told to; the last reply is repeated. */
function scripted(replies: readonly Reply[]): { model: LanguageModel; heard: ModelMessage[][] } {
  const heard: ModelMessage[][] = []
  return {
    heard,
    model: {
      title: 'scripted',
      ability: 'tools',
      async complete(messages, { onSend }) {
        onSend?.(JSON.stringify(messages))
        heard.push([...messages])
        const reply = replies[Math.min(heard.length, replies.length) - 1] ?? {}
        return { text: '', calls: [], stop: 'end', ...(typeof reply === 'function' ? await reply(messages) : reply) }
      },
    },
  }
}

const toolbox: Toolbox = {
  specs: ['look', 'propose_changes', 'answer'].map((name) => ({ name, description: name, inputSchema: {} })),
  call: (name, args) =>
    name === 'answer'
      ? { kind: 'answer', text: String(args['text']) }
      : name === 'look'
        ? { kind: 'data', text: String(args['give'] ?? 'seen') }
        : { kind: 'problems', text: 'No case "X". Cases: A, B.' },
}

const begun: ModelMessage[] = [
  { role: 'system', content: 'System.' },
  { role: 'user', content: 'Do it.' },
]

async function run(replies: readonly Reply[], more: Partial<LoopPorts> = {}) {
  const { model, heard } = scripted(replies)
  const progress: Progress[] = []
  const rounds: Round[] = []
  const clock = createManualClock()
  const ports: LoopPorts = {
    model,
    clock,
    signal: new AbortController().signal,
    check: () => undefined,
    onProgress: (one) => progress.push(one),
    ...more,
  }
  const ended = await runLoop(begun, toolbox, ports, (round) => rounds.push(round)).catch((thrown: unknown) => thrown)
  return { ended, heard, progress, rounds }
}

const end = { calls: [call('answer', { text: 'Done.' })] }

describe('[A9] the loop', () => {
  it('looks, tells of each look, and ends with a tool that ends the turn', async () => {
    const { ended, heard, progress } = await run([
      { calls: [call('look', { query: 'order' })], usage: { input: 9, output: 1 } },
      end,
    ])
    expect(ended).toMatchObject({ result: { kind: 'answer', text: 'Done.' } })
    expect(heard[1]?.slice(2)).toEqual([
      { role: 'assistant', content: '', calls: [call('look', { query: 'order' })] },
      { role: 'tool', call: 'look', content: 'seen' },
    ])
    expect(progress.map((one) => (one.kind === 'look' ? one.look.title : `round ${one.round} of ${one.rounds}`))).toEqual([
      'round 1 of 8',
      'Called look',
      'round 2 of 8',
      'Answered',
    ])
    expect((ended as { rounds: Round[] }).rounds[0]).toMatchObject({
      sent: JSON.stringify(begun),
      usage: { input: 9, output: 1 },
      calls: [{ name: 'look', arguments: { query: 'order' }, result: 'seen' }],
    })
  })

  it('gives problems back: unknown tools, arguments that are not an object, too large or not readable', async () => {
    const { heard } = await run([
      {
        calls: [
          call('drop_database', {}, '1'),
          call('look', 'text', '2'),
          call('look', { x: 'y'.repeat(loopLimits.arguments) }, '3'),
          { id: '4', name: 'look', arguments: undefined, problem: 'Not JSON.' },
          call('__proto__', {}, '5'),
        ],
      },
      end,
    ])
    expect(heard[1]?.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'Unknown tool "drop_database". Tools: look, propose_changes, answer.',
      'The arguments have to be a JSON object.',
      expect.stringContaining('larger than'),
      'Not JSON.',
      expect.stringContaining('Unknown tool "__proto__"'),
    ])
  })

  it('ends an endless search: after 8 rounds, with 6 calls each and no more than 60 kB read', async () => {
    let carried = 0
    const counting: Toolbox = { ...toolbox, call: () => ({ kind: 'data', text: 'x'.repeat(4_000 + (carried++ && 0)) }) }
    const { model, heard } = scripted([{ calls: Array.from({ length: 500 }, (_, at) => call('look', {}, `${at}`)) }])
    const clock = createManualClock()
    const ended = await runLoop(begun, counting, { model, clock, signal: new AbortController().signal, check: () => undefined })
    expect(ended.result).toMatchObject({ kind: 'refusal', text: expect.stringContaining('8 rounds') as string })
    expect([heard.length, carried]).toEqual([8, 16])
    expect(ended.rounds.map(({ calls }) => calls.length)).toEqual(Array.from({ length: 8 }, () => 6))
    expect(heard[7]?.at(-1)?.content).toContain('last round')
  })

  it('ends after 3 proposals with problems', async () => {
    const { ended, heard } = await run([{ calls: [call('propose_changes')] }])
    expect(heard).toHaveLength(3)
    expect(ended).toMatchObject({ result: { kind: 'refusal', text: expect.stringContaining('Cases: A, B.') as string } })
  })

  it('asks once for a tool where a model only talks, then takes its text as the answer', async () => {
    const { ended, heard } = await run([{ text: 'I added it.' }, { text: 'There are two.' }])
    expect(heard[1]?.at(-1)?.content).toContain('Nothing has been changed')
    expect(ended).toMatchObject({ result: { kind: 'answer', text: 'There are two.' } })
    expect((await run([{ text: '{"calls":[', stop: 'length' }])).ended).toMatchObject({ result: { kind: 'refusal' } })
    expect((await run([{ text: 'I would rather not.', stop: 'refused' }])).ended).toMatchObject({
      result: { kind: 'refusal', text: 'I would rather not.' },
    })
  })

  it('ends a round after 120 s and a turn after 5 minutes, and stops when it is stopped', async () => {
    const clock = createManualClock()
    const silent = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<Completion>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new AssayError('cancelled', 'Stopped.'))),
      )
    const model: LanguageModel = { title: 'm', ability: 'tools', complete: silent }
    const ports = { model, clock, signal: new AbortController().signal, check: () => undefined }
    const late = runLoop(begun, toolbox, ports).catch((thrown: unknown) => thrown)
    await clock.advance(loopLimits.round)
    expect(await late).toMatchObject({ code: 'model-unusable', message: expect.stringContaining('120 s') as string })
    const stopper = new AbortController()
    const stopped = runLoop(begun, toolbox, { ...ports, signal: stopper.signal }).catch((thrown: unknown) => thrown)
    stopper.abort()
    expect(await stopped).toMatchObject({ code: 'cancelled' })
    let now = 0
    const slow = { monotonic: () => (now += 100_000), sleep: () => new Promise<void>(() => undefined) }
    const { ended } = await run([{ calls: [call('look')] }], { clock: slow })
    expect(ended).toMatchObject({ result: { kind: 'refusal', text: expect.stringContaining('5 minutes') as string } })
  })
})

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

describe('[A9] [R41] what leaves', () => {
  const secret = 'Zebra+Kettle/77"x'
  it.each([
    ['as it is', 'Zebra+Kettle/77'],
    ['in base64', btoa('Zebra+Kettle/77"x')],
    ['percent-encoded', encodeURIComponent(secret)],
    ['escaped in JSON', JSON.stringify({ v: secret })],
    ['in JSON in JSON', JSON.stringify({ v: JSON.stringify({ v: secret }) })],
    ['split over fields', '{"a":"Zebra+Ket","b":"tle/77\\"x"}'],
    ['split over headers', '[{"name":"x-a","value":"Zebra+Ket"},{"name":"x-b","value":"tle/77x"}]'],
    ['split over items', '["Zebra","Kettle","77","x"]'],
  ])('never holds a known secret %s, first or in a later round', async (how, give) => {
    const check = createOutgoingCheck([how === 'as it is' ? 'Zebra+Kettle/77' : secret], 'System.')
    const { ended, heard, rounds } = await run([{ calls: [call('look', { give })] }, end], { check })
    expect(ended).toMatchObject({ code: 'model-unusable', message: expect.stringContaining('value of a secret') as string })
    expect(heard).toHaveLength(1)
    // The round that was kept here is shown as one of which nothing left.
    expect(rounds.map(({ sent }) => sent === '')).toEqual([false, true])
  })

  it('holds nothing of the form of a credential: what a document has is taken out, the rest stops the round', async () => {
    const check = createOutgoingCheck([], 'System.')
    const box: Toolbox = {
      ...toolbox,
      call: (name) => (name === 'look' ? { kind: 'data', text: `example: ${jwt}` } : { kind: 'answer', text: '' }),
    }
    const { model, heard } = scripted([{ calls: [call('look')] }, end])
    const ports = { model, clock: createManualClock(), signal: new AbortController().signal, check }
    await runLoop(begun, box, ports)
    expect(heard[1]?.at(-1)?.content).toBe('example: •••')
    const said: ModelMessage[] = [...begun, { role: 'user', content: `Use ${jwt}` }]
    await expect(runLoop(said, box, ports)).rejects.toMatchObject({ message: expect.stringContaining('credential') as string })
    expect(heard).toHaveLength(2)
    // The model's own invention, for a negative test: it tells it nothing.
    const invented = await run([{ calls: [call('propose_changes', { header: `Bearer ${jwt}` })] }, end], { check })
    expect(invented.ended).toMatchObject({ result: { kind: 'answer' } })
  })

  it('leaves words alone that every request holds', () => {
    const check = createOutgoingCheck(['System', 'Kettle-1'], 'The System text.')
    expect([check('A System.'), check('a Kettle-1')]).toEqual([undefined, expect.stringContaining('secret')])
    for (const prose of ['Basic authentication', 'a Bearer token', 'Bearer ${accessToken}', 'https://api.test/orders'])
      expect(check(prose)).toBeUndefined()
  })
})
