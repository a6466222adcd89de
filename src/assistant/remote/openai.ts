import type { CompletionStop, ModelMessage } from '#engine/ports/index.ts'
import { errorIn, member, numberAt, rungs, textAt, type Piece, type Protocol, type Rung } from './protocol.ts'
import { texts } from './texts.ts'

const stops: Partial<Record<string, CompletionStop>> = { stop: 'end', length: 'length', content_filter: 'refused' }

const formats: Record<Rung, (schema: unknown) => unknown> = {
  strict: (schema) => ({ type: 'json_schema', json_schema: { name: 'plan', strict: true, schema } }),
  schema: (schema) => ({ type: 'json_schema', json_schema: { name: 'plan', schema } }),
  object: () => ({ type: 'json_object' }),
  words: () => undefined,
}

const pieceOf = (value: unknown, part: 'delta' | 'message'): Piece => {
  const [text, refusal] = [textAt(value, 'choices', 0, part, 'content'), textAt(value, 'choices', 0, part, 'refusal')]
  const [input, output] = [numberAt(value, 'usage', 'prompt_tokens'), numberAt(value, 'usage', 'completion_tokens')]
  const reason = textAt(value, 'choices', 0, 'finish_reason')
  const stop = refusal === undefined ? stops[reason ?? ''] : 'refused'
  const error = member(value, 'error') === undefined ? undefined : errorIn(value)
  return {
    ...(text === undefined ? {} : { text }),
    ...(stop === undefined ? {} : { stop }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  }
}

/** At the end of the last message: some models refuse two of the same role in a row. */
const withWords = (messages: readonly ModelMessage[], words: string): ModelMessage[] =>
  messages.map((one, at) => (at === messages.length - 1 ? { ...one, content: `${one.content}\n\n${words}` } : one))

/** Chat Completions, as OpenAI, OpenRouter, Azure, vLLM, llama.cpp, LM Studio, Ollama and many others speak it. */
export const openai: Protocol = {
  headers: (key, { hostname }): Record<string, string> => {
    if (!key) return {}
    return hostname.endsWith('.azure.com') ? { 'api-key': key } : { authorization: `Bearer ${key}` }
  },
  body(model, messages, { schema, maxTokens }, { rung, limit, temperature, usage }) {
    const format = schema && formats[rung](schema)
    const inWords = schema && (rung === 'object' || rung === 'words')
    return {
      model,
      messages: inWords ? withWords(messages, texts.schemaInWords(JSON.stringify(schema))) : messages,
      stream: true,
      ...(usage ? { stream_options: { include_usage: true } } : {}),
      ...(temperature ? { temperature: 0 } : {}),
      [limit]: maxTokens,
      ...(format ? { response_format: format } : {}),
    }
  },
  piece: (value) => pieceOf(value, 'delta'),
  whole: (value) => pieceOf(value, 'message'),
  rungs,
}
