import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a scripted model does in one round. */
export type ScriptedReply = { text?: string; calls?: { name: string; arguments: unknown }[] }

/** A language model on loopback whose replies are given, and which keeps every byte that it was sent. */
export interface ScriptedModel {
  url: string
  /** Request line, headers and body of each request, as they came. */
  received: string[]
  bodies(): { messages: { role: string; content: unknown }[] }[]
  close(): void
}

/** Starts one that speaks Chat Completions and Anthropic's Messages; the last reply is repeated. */
export async function startScriptedModel(replies: readonly ScriptedReply[]): Promise<ScriptedModel> {
  const received: string[] = []
  const sent: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      received.push([`${request.method} ${request.url}`, ...request.rawHeaders, body].join('\n'))
      sent.push(body)
      const { text = '', calls = [] } = replies[Math.min(sent.length, replies.length) - 1] ?? {}
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      response.end(
        JSON.stringify(
          request.url?.endsWith('/messages')
            ? {
                type: 'message',
                content: [
                  ...(text === '' ? [] : [{ type: 'text', text }]),
                  ...calls.map(({ name, arguments: input }, at) => ({ type: 'tool_use', id: `c${at}`, name, input })),
                ],
                stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
                usage: { input_tokens: 10, output_tokens: 2 },
              }
            : {
                choices: [
                  {
                    message: {
                      role: 'assistant',
                      content: text,
                      tool_calls: calls.map(({ name, arguments: args }, at) => ({
                        id: `c${at}`,
                        type: 'function',
                        function: { name, arguments: JSON.stringify(args) },
                      })),
                    },
                    finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
                  },
                ],
                usage: { prompt_tokens: 10, completion_tokens: 2 },
              },
        ),
      )
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    bodies: () => sent.map((body) => JSON.parse(body) as { messages: { role: string; content: unknown }[] }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
