import type { CompletionStop } from '#engine/ports/index.ts'
import { errorIn, member, numberAt, textAt, type Piece, type Protocol } from './protocol.ts'
import { texts } from './texts.ts'

const stops: Partial<Record<string, CompletionStop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'end',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
}

const tool = 'plan'

const clean = (piece: { [Name in keyof Piece]: Piece[Name] | undefined }): Piece =>
  Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== undefined))

const stopOf = (value: unknown): CompletionStop | undefined => stops[textAt(value, 'stop_reason') ?? '']

/** The content of a whole answer: texts, and the arguments of the tool. */
function contentOf(value: unknown): string {
  const parts = member(value, 'content')
  if (!Array.isArray(parts)) return ''
  return parts
    .map((part: unknown) => {
      const given = member(part, 'input')
      return textAt(part, 'text') ?? (given === undefined ? '' : JSON.stringify(given))
    })
    .join('')
}

/** The Messages API of Anthropic, version 2023-06-01. Older models are held to a schema by a tool that they have to call. */
export const anthropic: Protocol = {
  headers: (key) => ({
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(key ? { 'x-api-key': key } : {}),
  }),
  body(model, messages, { schema, maxTokens }, { rung }) {
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
    const said = messages.filter(({ role }) => role !== 'system')
    const inWords = schema && rung === 'words' ? [texts.schemaInWords(JSON.stringify(schema))] : []
    return {
      model,
      max_tokens: maxTokens,
      stream: true,
      ...(system.length + inWords.length > 0 ? { system: [...system, ...inWords].join('\n\n') } : {}),
      messages: said,
      ...(schema && rung === 'schema' ? { output_config: { format: { type: 'json_schema', schema } } } : {}),
      ...(schema && rung === 'object'
        ? {
            tools: [{ name: tool, description: 'Gives the answer.', input_schema: schema }],
            tool_choice: { type: 'tool', name: tool },
          }
        : {}),
    }
  },
  piece(value): Piece {
    switch (textAt(value, 'type')) {
      case 'message_start':
        return clean({ input: numberAt(value, 'message', 'usage', 'input_tokens') })
      case 'content_block_delta':
        return clean({ text: textAt(value, 'delta', 'text') ?? textAt(value, 'delta', 'partial_json') })
      case 'message_delta':
        return clean({ stop: stopOf(member(value, 'delta')), output: numberAt(value, 'usage', 'output_tokens') })
      case 'message_stop':
        return { last: true }
      case 'error':
        return { error: errorIn(value) ?? '' }
      default:
        return {}
    }
  },
  whole: (value) =>
    clean({
      text: contentOf(value) || undefined,
      stop: stopOf(value),
      input: numberAt(value, 'usage', 'input_tokens'),
      output: numberAt(value, 'usage', 'output_tokens'),
      error: textAt(value, 'type') === 'error' ? (errorIn(value) ?? '') : undefined,
    }),
  rungs: ['schema', 'object', 'words'],
}
