/** The parts of undici that are used, by their files: the package's front door also loads fetch, caches and WebSockets. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export default Agent
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: { kParser: symbol; kError: symbol }
  export default symbols
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export default buildConnector
}
