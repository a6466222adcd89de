import { jsonValue } from '#engine/base/encoding/json-value.ts'
import type { ModelMessage, ModelTool, ToolCall } from '#engine/ports/index.ts'
import { firstObject } from './first-object.ts'
import { memberAt, textAt } from './protocol.ts'
import { remoteModelTexts as texts } from './texts.ts'

/**
 * A conversation with tools as one of texts alone, for servers that take no tools: the tools stand behind the system text, a call is
 * `{ "calls": [ { "name", "arguments" } ] }`, and its result `{ "results": [ { "name", "result" } ] }`.
 */
export function inTexts(messages: readonly ModelMessage[], tools: readonly ModelTool[]): ModelMessage[] {
  const listed = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, arguments: inputSchema }))
  const said: ModelMessage[] = []
  const names = new Map<string, string>()
  let results: { name: string; result: string }[] = []
  const flush = () => {
    if (results.length > 0) said.push({ role: 'user', content: JSON.stringify({ results }) })
    results = []
  }
  for (const { role, content, calls, call } of messages) {
    if (role === 'tool') {
      results.push({ name: names.get(call ?? '') ?? '', result: content })
      continue
    }
    flush()
    for (const one of calls ?? []) names.set(one.id, one.name)
    if (role === 'system') said.push({ role, content: `${content}\n\n${texts.toolsInWords(listed.join('\n'))}` })
    else if (calls && calls.length > 0)
      said.push({
        role,
        content: JSON.stringify({ calls: calls.map(({ name, arguments: given }) => ({ name, arguments: given ?? {} })) }),
      })
    else said.push({ role, content })
  }
  flush()
  return said
}

/** The calls that a text holds: as {@link inTexts} asks for them, or in one of the forms that models have learnt. Empty: none. */
export function callsIn(text: string): ToolCall[] {
  const marked = [...text.matchAll(/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g)].map(([, inner]) =>
    jsonValue(inner?.trim() ?? ''),
  )
  const values = marked.length > 0 ? marked : [jsonValue(firstObject(text))]
  return values
    .flatMap((value): unknown[] => {
      const list = memberAt(value, 'calls') ?? memberAt(value, 'tool_calls')
      return Array.isArray(list) ? list : [value]
    })
    .flatMap((value, at) => {
      const call = memberAt(value, 'function') ?? value
      const name = textAt(call, 'name') ?? textAt(call, 'tool')
      const given = memberAt(call, 'arguments') ?? memberAt(call, 'parameters') ?? memberAt(call, 'input')
      if (name === undefined || given === undefined) return []
      const parsed = typeof given === 'string' ? jsonValue(given) : given
      return [
        {
          id: `text_${at}`,
          name,
          ...(parsed === undefined ? { arguments: undefined, problem: texts.noJson } : { arguments: parsed }),
        },
      ]
    })
}
