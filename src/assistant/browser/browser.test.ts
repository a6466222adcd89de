import { describe, expect, it } from 'vitest'
import { builtInModel, builtInState, downloadBuiltIn } from './built-in.ts'
import { catalogue } from './catalogue.ts'
import { lookAtGraphics } from './graphics.ts'
import { localSchema } from './local-schema.ts'

const adapter = (features: string[]) => ({
  gpu: {
    requestAdapter: async () => ({
      features: new Set(features),
      limits: { maxBufferSize: 1024 },
      info: { vendor: 'acme', architecture: 'v1' },
    }),
  },
})

describe('[A2] the graphics card', () => {
  it('is looked for before anything is fetched', async () => {
    expect(await lookAtGraphics({})).toMatchObject({ usable: false })
    expect(await lookAtGraphics({ gpu: { requestAdapter: async () => null } })).toMatchObject({ usable: false })
    expect(await lookAtGraphics({ gpu: { requestAdapter: () => Promise.reject(new Error('No.')) } })).toMatchObject({
      usable: false,
    })
    expect(await lookAtGraphics(adapter([]))).toEqual({ usable: true, f16: false, largest: 1024, adapter: 'acme v1' })
    expect(await lookAtGraphics(adapter(['shader-f16']))).toMatchObject({ f16: true })
  })
})

it('[A2] a schema for a local grammar holds kinds, members and enumerations, whatever members are called', () => {
  const schema = {
    title: 'Plan',
    type: 'object',
    properties: { title: { type: 'string', maxLength: 40 }, kind: { enum: ['title', 'pattern'] } },
    required: ['title'],
    anyOf: [{ type: 'array', items: { const: { maxLength: 1 } }, uniqueItems: true }],
  }
  expect(localSchema(schema)).toEqual({
    type: 'object',
    properties: { title: { type: 'string' }, kind: { enum: ['title', 'pattern'] } },
    required: ['title'],
    anyOf: [{ type: 'array', items: { const: { maxLength: 1 } } }],
  })
})

it('[A2] each model of the catalogue is one that the library knows, with its memory and what it needs', async () => {
  const { prebuiltAppConfig } = await import('@mlc-ai/web-llm')
  for (const one of catalogue) {
    const known = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === one.id)
    expect(known, one.id).toBeDefined()
    expect(Math.abs((known?.vram_required_MB ?? 0) - one.memory / 1e6), one.id).toBeLessThan(1)
    expect(one.licenceUrl).toMatch(/^https:/)
  }
})

/** A browser that brings a model of its own, as the Prompt API has it. */
function browserWith(pieces: string[], { state = 'available', fails }: { state?: string; fails?: DOMException } = {}) {
  const asked: unknown[] = []
  let open = 0
  const host = {
    LanguageModel: {
      availability: async () => state,
      async create(options: { monitor?: (target: EventTarget) => void }) {
        asked.push(options)
        open += 1
        const target = new EventTarget()
        options.monitor?.(target)
        target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }))
        return {
          promptStreaming(text: string, more: unknown) {
            asked.push([text, more])
            return new ReadableStream<string>({
              start(controller) {
                if (fails) return controller.error(fails)
                for (const piece of pieces) controller.enqueue(piece)
                controller.close()
              },
            })
          },
          destroy: () => void (open -= 1),
        }
      },
    },
  }
  return { host, asked, open: () => open }
}

describe("[A2] the browser's own model", () => {
  const signal = () => new AbortController().signal
  const said = [
    { role: 'system' as const, content: 'You plan.' },
    { role: 'user' as const, content: 'Go.' },
  ]

  it('streams, is held to the schema, and each request has a session of its own', async () => {
    const { host, asked, open } = browserWith(['{"a"', ':1}'])
    const pieces: string[] = []
    const schema = { type: 'object', title: 'x' }
    const answer = await builtInModel(host).complete(said, {
      schema,
      maxTokens: 9,
      signal: signal(),
      onText: (one) => pieces.push(one),
    })
    expect(answer).toEqual({ text: '{"a":1}', calls: [], stop: 'end' })
    expect(pieces).toEqual(['{"a"', ':1}'])
    expect(asked).toMatchObject([{ initialPrompts: [said[0]] }, ['Go.', { responseConstraint: { type: 'object' } }]])
    expect(open()).toBe(0)
  })

  it('ends an answer without end, and says what fails', async () => {
    const long = await builtInModel(browserWith(['x'.repeat(100)]).host).complete(said, { maxTokens: 2, signal: signal() })
    expect(long.stop).toBe('length')
    const { host, open } = browserWith([], { fails: new DOMException('Too long.', 'QuotaExceededError') })
    await expect(builtInModel(host).complete(said, { maxTokens: 2, signal: signal() })).rejects.toMatchObject({
      code: 'model-unusable',
      message: 'The request is too long for this model.',
    })
    expect(open()).toBe(0)
    await expect(builtInModel({}).complete(said, { maxTokens: 2, signal: signal() })).rejects.toMatchObject({
      code: 'model-unusable',
    })
    await expect(builtInModel(host).complete(said, { maxTokens: 2, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('tells whether it is there, and how far its download is', async () => {
    expect(await builtInState({})).toBe('unavailable')
    expect(await builtInState(browserWith([], { state: 'downloadable' }).host)).toBe('downloadable')
    const parts: number[] = []
    await downloadBuiltIn(({ part }) => parts.push(part), signal(), browserWith([]).host)
    expect(parts).toEqual([0.5])
  })
})
