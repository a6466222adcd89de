/** The parts of undici that are used, by their files: the package's front door also loads fetch, caches and WebSockets. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export default Agent
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: { kParser: symbol; kError: symbol; kReset: symbol }
  export default symbols
}

declare module 'undici/lib/core/socks5-client.js' {
  import { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'
  /** Emits `authenticated`, `connected`, `error` and `close`. What it listens to at the socket it leaves there. */
  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, options: { username?: string | undefined; password?: string | undefined })
    handshake(): void
    connect(address: string, port: number): void
    readonly onSocketData: (data: Buffer) => void
    readonly onSocketError: (error: Error) => void
    readonly onSocketClose: () => void
  }
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export default buildConnector
}
