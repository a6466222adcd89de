import type { CompletionStop, ModelMessage } from '#engine/ports/index.ts'
import { errorIn, memberAt, numberAt, pieceOf, textAt, type CallPiece, type Piece, type Protocol } from './protocol.ts'

const stops: Partial<Record<string, CompletionStop>> = {
  stop: 'end',
  tool_calls: 'end',
  function_call: 'end',
  length: 'length',
  content_filter: 'refused',
}

/** The calls of a delta or a message; some servers give the arguments as an object, and leave index and id out. */
function callsOf(value: unknown): CallPiece[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map((call: unknown, at) => {
    const [id, name, given] = [textAt(call, 'id'), textAt(call, 'function', 'name'), memberAt(call, 'function', 'arguments')]
    return {
      index: numberAt(call, 'index') ?? at,
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
      ...(given === undefined ? {} : { arguments: typeof given === 'string' ? given : JSON.stringify(given) }),
    }
  })
}

const readPart = (value: unknown, part: 'delta' | 'message'): Piece => {
  const reason = textAt(value, 'choices', 0, 'finish_reason')
  return pieceOf({
    text: textAt(value, 'choices', 0, part, 'content'),
    calls: callsOf(memberAt(value, 'choices', 0, part, 'tool_calls')),
    stop: textAt(value, 'choices', 0, part, 'refusal') === undefined ? stops[reason ?? ''] : 'refused',
    input: numberAt(value, 'usage', 'prompt_tokens'),
    output: numberAt(value, 'usage', 'completion_tokens'),
    cached: numberAt(value, 'usage', 'prompt_tokens_details', 'cached_tokens'),
    error: memberAt(value, 'error') === undefined ? undefined : errorIn(value),
  })
}

const messageOf = ({ role, content, calls, call }: ModelMessage): unknown => {
  if (role === 'tool') return { role, tool_call_id: call, content }
  if (!calls || calls.length === 0) return { role, content }
  return {
    role,
    content: content === '' ? null : content,
    tool_calls: calls.map((one) => ({
      id: one.id,
      type: 'function',
      function: { name: one.name, arguments: JSON.stringify(one.arguments ?? {}) },
    })),
  }
}

/** Chat Completions, as OpenAI, OpenRouter, Azure, vLLM, llama.cpp, LM Studio, Ollama and many others speak it. */
export const openai: Protocol = {
  headers: (key, { hostname }): Record<string, string> => {
    if (!key) return {}
    return hostname.endsWith('.azure.com') ? { 'api-key': key } : { authorization: `Bearer ${key}` }
  },
  body: (model, messages, { tools, maxTokens }, { limit, temperature, usage }) => ({
    model,
    // First, and the same in every request: providers cache what requests start with.
    ...(tools
      ? {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: 'function',
            function: { name, description, parameters: inputSchema },
          })),
        }
      : {}),
    messages: messages.map(messageOf),
    stream: true,
    ...(usage ? { stream_options: { include_usage: true } } : {}),
    ...(temperature ? { temperature: 0 } : {}),
    [limit]: maxTokens,
  }),
  piece: (value) => readPart(value, 'delta'),
  whole: (value) => readPart(value, 'message'),
}
