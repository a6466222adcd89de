import type { CompletionStop, ModelMessage } from '#engine/ports/index.ts'
import { errorIn, memberAt, numberAt, pieceOf, textAt, type CallPiece, type Piece, type Protocol } from './protocol.ts'

const stops: Partial<Record<string, CompletionStop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'end',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
}

const stopOf = (value: unknown): CompletionStop | undefined => stops[textAt(value, 'stop_reason') ?? '']

const cached = { cache_control: { type: 'ephemeral' } } as const

type Block = Record<string, unknown>

/** The content blocks of one message. */
function blocksOf({ role, content, calls, call }: ModelMessage): Block[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: call, content }]
  return [
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
    ...(calls ?? []).map(({ id, name, arguments: input }) => ({
      type: 'tool_use',
      id,
      name,
      input: typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {},
    })),
  ]
}

/** The messages; results of one round are one message of the user, as the API demands. The last block ends what is cached. */
function messagesOf(messages: readonly ModelMessage[], cache: boolean): { role: string; content: Block[] }[] {
  const said: { role: string; content: Block[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = said.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(message))
    else said.push({ role, content: blocksOf(message) })
  }
  const end = said.at(-1)?.content.at(-1)
  if (cache && end) Object.assign(end, cached)
  return said
}

const usageOf = (usage: unknown) => {
  const [input, read] = [numberAt(usage, 'input_tokens'), numberAt(usage, 'cache_read_input_tokens')]
  const written = numberAt(usage, 'cache_creation_input_tokens')
  return {
    input: input === undefined ? undefined : input + (read ?? 0) + (written ?? 0),
    output: numberAt(usage, 'output_tokens'),
    cached: read,
  }
}

/** The calls of a whole response. */
const callsOf = (content: readonly unknown[]): CallPiece[] =>
  content.flatMap((part, index) => {
    if (textAt(part, 'type') !== 'tool_use') return []
    const [id, name] = [textAt(part, 'id'), textAt(part, 'name')]
    return [
      {
        index,
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
        arguments: JSON.stringify(memberAt(part, 'input') ?? {}),
      },
    ]
  })

/** The Messages API of Anthropic, version 2023-06-01, with tools and prompt caching. */
export const anthropic: Protocol = {
  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(key ? { 'x-api-key': key } : {}),
  }),
  body(model, messages, { tools, maxTokens }, { cache }) {
    const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []))
    return {
      model,
      max_tokens: maxTokens,
      stream: true,
      ...(tools
        ? { tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })) }
        : {}),
      // What is cached reaches from the tools to here, and grows with the conversation.
      ...(system.length > 0 ? { system: [{ type: 'text', text: system.join('\n\n'), ...(cache ? cached : {}) }] } : {}),
      messages: messagesOf(
        messages.filter(({ role }) => role !== 'system'),
        cache,
      ),
    }
  },
  piece(value): Piece {
    const index = numberAt(value, 'index') ?? 0
    switch (textAt(value, 'type')) {
      case 'message_start':
        return pieceOf(usageOf(memberAt(value, 'message', 'usage')))
      case 'content_block_start': {
        if (textAt(value, 'content_block', 'type') !== 'tool_use') return {}
        const [id, name] = [textAt(value, 'content_block', 'id'), textAt(value, 'content_block', 'name')]
        return { calls: [{ index, ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) }] }
      }
      case 'content_block_delta': {
        const json = textAt(value, 'delta', 'partial_json')
        return json === undefined ? pieceOf({ text: textAt(value, 'delta', 'text') }) : { calls: [{ index, arguments: json }] }
      }
      case 'message_delta':
        return pieceOf({ stop: stopOf(memberAt(value, 'delta')), output: numberAt(value, 'usage', 'output_tokens') })
      case 'message_stop':
        return { last: true }
      case 'error':
        return { error: errorIn(value) ?? '' }
      default:
        return {}
    }
  },
  whole(value) {
    const content = memberAt(value, 'content')
    const parts: readonly unknown[] = Array.isArray(content) ? content : []
    const calls = callsOf(parts)
    return pieceOf({
      text: parts.map((part) => textAt(part, 'text') ?? '').join('') || undefined,
      calls: calls.length > 0 ? calls : undefined,
      stop: stopOf(value),
      ...usageOf(memberAt(value, 'usage')),
      error: textAt(value, 'type') === 'error' ? (errorIn(value) ?? '') : undefined,
    })
  },
}
