/** What a SOCKS5 proxy says instead of connecting (RFC 1928 section 6). */
const replies: Readonly<Record<number, string>> = {
  1: 'it failed',
  2: 'its rules do not allow it',
  3: 'it has no way to the network',
  4: 'it has no way to the host, or does not know its name',
  5: 'the host refuses the connection',
  6: 'the way to the host is too long',
  7: 'it makes no connections',
  8: 'it knows no addresses of this kind',
}

/** What people read of a proxy that does not let a request through. */
export const proxyTexts = {
  unusable: (address: string): string => `"${address}" is not the address of a proxy.`,
  scheme: (scheme: string): string => `A proxy of the kind ${scheme}// can't be used.`,
  unusableHint:
    'Give it as http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT, with user:password@ in front of the host if it asks for them (HTTPS_PROXY, HTTP_PROXY, --proxy).',
  unreachable: (proxy: string, host: string): string => `The proxy ${proxy}, through which ${host} is called, can't be reached.`,
  unreachableHint: (host: string): string =>
    `Check the address of the proxy (HTTPS_PROXY, HTTP_PROXY, --proxy) and that it runs. To call ${host} without it, add it to NO_PROXY.`,
  credentials: (proxy: string, status: number | string): string =>
    `The proxy ${proxy} asks for a user and a password (${status}).`,
  credentialsHint:
    'Put them in front of its host, percent-encoded: http://USER:PASSWORD@HOST:PORT (HTTPS_PROXY, HTTP_PROXY, --proxy).',
  wrongCredentials: (proxy: string, status: number | string): string =>
    `The proxy ${proxy} refuses its user or password (${status}).`,
  wrongCredentialsHint:
    'Check both, and that characters such as @, : and / are percent-encoded. Only the scheme Basic is known here.',
  refused: (proxy: string, host: string, status: number): string =>
    `The proxy ${proxy} doesn't let a connection to ${host} through: it answers ${status}.`,
  refusedHint: {
    forbidden: 'Its rules do not allow this host or port: ask who runs it, or call another address.',
    unreached: 'It could not reach the host: check the address, and that its name is known where the proxy is.',
    other: 'Check that it is a proxy for HTTPS, one that allows CONNECT.',
  },
  said: (text: string): string => `it says: ${text}`,
  silent: (proxy: string, host: string): string => `The proxy ${proxy} does not answer the wish to be connected to ${host}.`,
  noProxy: (proxy: string): string => `What answers at ${proxy} is no HTTP proxy.`,
  noSocks: (proxy: string): string => `What answers at ${proxy} is no SOCKS5 proxy.`,
  socksRefused: (proxy: string, host: string, reply: number): string =>
    `The proxy ${proxy} doesn't let a connection to ${host} through: ${replies[reply] ?? `it answers ${reply}`}.`,
  ended: 'the proxy ended the connection',
} as const
