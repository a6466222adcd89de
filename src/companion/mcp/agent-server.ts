import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Implementation,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createOutgoingCheck } from '#engine/assistant/safety/outgoing.ts'
import { foreign } from '#engine/tools/page.ts'
import type { Host } from '../host.ts'
import type { AgentSession } from './agent-session.ts'
import { callAgentTool, listedTools } from './agent-tools.ts'
import { agentPrompts } from './prompts.ts'
import { agentResources } from './resources.ts'
import { createStdioTransport } from './stdio-transport.ts'
import { mcpInstructions, mcpTexts } from './texts.ts'

/** Serves a session on standard input and output until the client closes them, or `signal` ends it. */
export async function serveAgent(session: AgentSession, version: string, host: Host, signal: AbortSignal): Promise<void> {
  const streams = host.protocol?.()
  if (streams === undefined) return
  // Hosts that runs may reach are those of now.
  void session.files.read().catch(() => {})
  const gone = new Promise<void>((resolve) => {
    const transport = createStdioTransport({ ...streams, checked: outgoing(session), onClosed: resolve })
    const { close } = serveStdio(() => createServer(session, version), {
      transport,
      onerror: (error) => host.say(`${foreign(error.message, 500)}\n`),
    })
    if (signal.aborted) void close()
    signal.addEventListener('abort', () => void close(), { once: true })
  })
  await gone
}

function createServer(session: AgentSession, version: string): Server {
  const server = new Server(
    { name: 'assay', title: 'Assay', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: mcpInstructions },
  )
  const tools = listedTools(session.rights)
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, { mcpReq }) => {
    const { [CLIENT_INFO_META_KEY]: client = server.getClientVersion() } = (mcpReq.envelope ?? {}) as {
      [CLIENT_INFO_META_KEY]?: Implementation
    }
    if (client) session.client = clientName(client)
    const { text, isError } = await callAgentTool(name, args, session, mcpReq.signal)
    return { content: [{ type: 'text' as const, text }], ...(isError ? { isError } : {}) }
  })
  server.setRequestHandler('resources/list', async () => ({
    resources: (await agentResources(session)).map(({ about }) => about),
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const all = await agentResources(session)
    const found = all.find(({ about }) => about.uri === uri)
    if (!found)
      throw invalid(
        mcpTexts.noResource(
          foreign(uri, 120),
          all.map(({ about }) => about.uri),
        ),
      )
    return { contents: [{ uri, mimeType: found.about.mimeType, text: await found.read() }] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: agentPrompts.map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      arguments: [{ ...argument, required: true }],
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args } }) => {
    const found = agentPrompts.find((prompt) => prompt.name === name)
    if (!found)
      throw invalid(
        mcpTexts.noPrompt(
          foreign(name, 60),
          agentPrompts.map((prompt) => prompt.name),
        ),
      )
    const value = args?.[found.argument.name]?.slice(0, 20_000)
    if (value === undefined || value.trim() === '') throw invalid(mcpTexts.noArgument(name, found.argument.name))
    return { description: found.description, messages: [{ role: 'user', content: { type: 'text', text: found.text(value) } }] }
  })
  return server
}

const clientNames: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude Desktop',
  'cursor-vscode': 'Cursor',
}

/** A client's name for users. */
const clientName = ({ title, name }: { title?: string | undefined; name: string }): string =>
  foreign(title ?? clientNames[name] ?? name, 60) || mcpTexts.someAgent

const invalid = (text: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, text)

/**
 * Searches each message that leaves for secrets; one that holds any is replaced by an error that says so. What a client wrote itself may come back
 * to it, unless it is the value of a secret.
 */
function outgoing(session: AgentSession): (message: JSONRPCMessage, request: string) => JSONRPCMessage {
  const constant = `${JSON.stringify([listedTools({ write: true, run: true }), agentPrompts])}\n${mcpInstructions}`
  let check = createOutgoingCheck([], constant)
  let known = -1
  return (message, request) => {
    const secrets = session.files.secrets()
    if (secrets.length !== known) check = createOutgoingCheck(secrets, constant)
    known = secrets.length
    const why = check(JSON.stringify(message), `${constant}\n${request}`)
    if (why === undefined) return message
    if (!('id' in message) || message.id === undefined) return { jsonrpc: '2.0', method: 'notifications/message' }
    const text = mcpTexts.withheld(why)
    return request.includes('"tools/call"')
      ? { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text }], isError: true } }
      : { jsonrpc: '2.0', id: message.id, error: { code: -32_603, message: text } }
  }
}
