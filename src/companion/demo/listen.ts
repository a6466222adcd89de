import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens on the loopback interface. */
export interface Listening {
  /** `http://127.0.0.1:PORT`, no slash at the end. */
  url: string
  port: number
  /** Ends open connections too. */
  close(): Promise<void>
}

/** Listens on 127.0.0.1 only; 0 is any free port. Rejects with Node's error (`EADDRINUSE`, `EACCES`). */
export async function listenLoopback(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
