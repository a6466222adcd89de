import { protocol } from './messages.ts'

/** Where the companion answers, below its origin. */
export const linkPaths = {
  folder: '/companion/',
  /** `{ token }`: which version it is, and whether the token is one of its own. */
  state: '/companion/state',
  /** The companion shows a code that can be typed. */
  ask: '/companion/ask',
  /** `{ code }`: a token for it. */
  pair: '/companion/pair',
  /** Followed by a ticket: a large body, beside the link. */
  body: '/companion/body/',
  /** An agent's program of the same account passes a proposal. */
  proposal: '/companion/proposal',
  /** The WebSocket. */
  link: '/companion/link',
} as const

/** The WebSocket's subprotocol (RFC 6455 section 1.9): the version of the messages. */
export const subprotocol = `assay.${protocol}`

const tokenMark = 'token.'

/**
 * What a page offers as subprotocols. The token is one of them: a browser's WebSocket has no other headers, and an address is
 * in logs and histories.
 */
export const offeredProtocols = (token: string): string[] => [subprotocol, `${tokenMark}${token}`]

/** The token among offered subprotocols. */
export const readTokenProtocol = (header: string): string | undefined =>
  header
    .split(/\s*,\s*/)
    .find((name) => name.startsWith(tokenMark))
    ?.slice(tokenMark.length)

/** What follows the `#` of the URL that pairs at once: `#companion=CODE`. */
export const pairingMark = 'companion='

/** What {@link linkPaths.state} answers. */
export interface CompanionState {
  protocol: number
  version: string
  paired: boolean
}
