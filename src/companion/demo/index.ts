import { startApi } from './api.ts'
import type { OrderRules } from '#sandbox/order-rules.ts'
import { startProvider } from './provider.ts'

/** A running demo. */
export interface Demo {
  /** The provider's issuer, `http://127.0.0.1:PORT`. */
  provider: string
  /** The orders API, `http://127.0.0.1:PORT`. */
  api: string
  close(): Promise<void>
}

/** The options of {@link startDemo}. */
export interface DemoOptions {
  /** The app's port: the provider listens on the next one, the API on the one after. 0: any free ports. */
  port: number
  /** The page's origin, `http://127.0.0.1:5417`. */
  appOrigin: string
  /** Seconds that access tokens live; 600 if absent. */
  tokenLifetime?: number
  /** What the orders API demands; its own rules unless given. */
  rules?: OrderRules
}

/** Starts the demo provider and the orders API on the loopback interface. Rejects with Node's error if a port is taken. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { port, appOrigin, tokenLifetime, rules } = options
  const provider = await startProvider({
    port: port === 0 ? 0 : port + 1,
    appOrigin,
    ...(tokenLifetime === undefined ? {} : { tokenLifetime }),
  })
  try {
    const api = await startApi({ port: port === 0 ? 0 : port + 2, appOrigin, issuer: provider.url, ...(rules && { rules }) })
    return {
      provider: provider.url,
      api: api.url,
      close: async () => {
        await Promise.all([provider.close(), api.close()])
      },
    }
  } catch (error) {
    await provider.close()
    throw error
  }
}
