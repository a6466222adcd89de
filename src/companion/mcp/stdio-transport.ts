import type { Readable, Writable } from 'node:stream'
import { deserializeMessage, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { mcpTexts } from './texts.ts'

/** Bytes of one message at most; a longer one is rejected, and the next is read. */
export const longestMessage = 4_000_000

/** Bytes at both ends of a message that is too long, in which its id is searched. */
const keptEnd = 400

/** The options of {@link createStdioTransport}. */
export interface StdioOptions {
  input: Readable
  output: Writable
  /** Returns a message as it may leave; `request` is what the client sent for it. */
  checked(message: JSONRPCMessage, request: string): JSONRPCMessage
  /** Called once, when the other end is gone or this one was closed. */
  onClosed?: () => void
}

/**
 * MCP over two streams, one JSON-RPC message a line. Other lines get an error (JSON-RPC 2.0, section 5.1) instead
 * of silence, and every message is checked before it is written.
 */
export function createStdioTransport({ input, output, checked, onClosed }: StdioOptions): Transport {
  let pieces: Buffer[] = []
  let size = 0
  let tail = Buffer.alloc(0)
  let isClosed = false
  const requests = new Map<string | number, string>()

  const write = (message: JSONRPCMessage): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isClosed) resolve()
      else output.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
    })
  const refuse = (id: string | number | undefined, code: number, message: string): void => {
    // An id that can't be determined is null in JSON-RPC, for which the types of MCP have no place.
    void write({ jsonrpc: '2.0', id: id ?? null, error: { code, message } } as JSONRPCMessage).catch(() => {})
  }

  function line(text: string): void {
    if (text.trim() === '') return
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(text)
    } catch (error) {
      const isJson = !(error instanceof SyntaxError)
      refuse(isJson ? idIn(text, text) : undefined, isJson ? -32_600 : -32_700, isJson ? mcpTexts.noMessage : mcpTexts.noJson)
      return
    }
    if ('method' in message && 'id' in message) requests.set(message.id, text)
    // A request that was cancelled gets no response, so nothing else would ever drop its text.
    else if ('method' in message && message.method === 'notifications/cancelled')
      requests.delete(message.params?.['requestId'] as string | number)
    transport.onmessage?.(message)
  }

  function endLine(): void {
    const whole = Buffer.concat(pieces)
    const [length, end] = [size, tail]
    pieces = []
    size = 0
    tail = Buffer.alloc(0)
    if (length <= longestMessage) line(whole.toString('utf8'))
    else refuse(idIn(whole.toString('utf8', 0, keptEnd), end.toString('utf8')), -32_600, mcpTexts.tooLong(longestMessage))
  }

  function take(piece: Buffer): void {
    size += piece.length
    if (size <= longestMessage) pieces.push(piece)
    else {
      // What is too long is not kept, but for where its id may be.
      pieces = pieces.slice(0, 1)
      tail = Buffer.concat([tail, piece]).subarray(-keptEnd)
    }
  }

  const onData = (chunk: Buffer | string): void => {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      take(rest.subarray(0, at))
      endLine()
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) take(rest)
  }
  const onEnd = (): void => void transport.close()

  const transport: Transport = {
    async start() {
      input.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd)
      output.on('error', onEnd)
    },
    send(message) {
      if (!('id' in message) || message.id === undefined || 'method' in message) return write(checked(message, ''))
      const request = requests.get(message.id) ?? ''
      requests.delete(message.id)
      return write(checked(message, request))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      input.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
      input.pause()
      transport.onclose?.()
      onClosed?.()
    },
  }
  return transport
}

/** The id of a message that can't be read, from its start or its end. */
function idIn(start: string, end: string): string | number | undefined {
  const found =
    /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,80}")/.exec(start)?.[1] ??
    /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,80}")\s*\}\s*$/.exec(end)?.[1]
  return found === undefined ? undefined : (JSON.parse(found) as string | number)
}
