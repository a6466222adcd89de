/** SOCKS5 error replies (RFC 1928 section 6). */
const replies: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: "its rules don't allow it",
  3: 'the network is unreachable',
  4: "the host is unreachable, or its name can't be resolved",
  5: 'the host refused the connection',
  6: 'the TTL expired',
  7: "it doesn't support connections",
  8: "it doesn't support this address type",
}

/** Messages for requests that a proxy blocks. */
export const proxyTexts = {
  unusable: (address: string): string => `"${address}" isn't a proxy URL.`,
  scheme: (scheme: string): string => `${scheme}// proxies aren't supported.`,
  unusableHint:
    'Use http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT, with user:password@ before the host if required (HTTPS_PROXY, HTTP_PROXY, --proxy).',
  unreachable: (proxy: string, host: string): string => `The proxy ${proxy} for ${host} can't be reached.`,
  unreachableHint: (host: string): string =>
    `Check the proxy's URL (HTTPS_PROXY, HTTP_PROXY, --proxy) and that the proxy is running. To call ${host} without the proxy, add ${host} to NO_PROXY.`,
  credentials: (proxy: string, status: number | string): string =>
    `The proxy ${proxy} requires a username and password (${status}).`,
  credentialsHint: 'Add them percent-encoded before its host: http://USER:PASSWORD@HOST:PORT (HTTPS_PROXY, HTTP_PROXY, --proxy).',
  wrongCredentials: (proxy: string, status: number | string): string =>
    `The proxy ${proxy} rejected the username or password (${status}).`,
  wrongCredentialsHint: 'Check both, and percent-encode characters such as @, : and /. Only Basic authentication is supported.',
  refused: (proxy: string, host: string, status: number): string =>
    `The proxy ${proxy} rejected the connection to ${host} with status ${status}.`,
  refusedHint: {
    forbidden: "Ask the proxy's administrator to allow this host and port, or use another URL.",
    unreached: "Check the URL, and that the proxy can resolve the host: the proxy couldn't reach it.",
    other: 'Check that the proxy supports HTTPS (CONNECT).',
  },
  said: (text: string): string => `its message: ${text}`,
  silent: (proxy: string, host: string): string => `The proxy ${proxy} didn't respond to the request to connect to ${host}.`,
  noProxy: (proxy: string): string => `The server at ${proxy} isn't an HTTP proxy.`,
  noSocks: (proxy: string): string => `The server at ${proxy} isn't a SOCKS5 proxy.`,
  socksRefused: (proxy: string, host: string, reply: number): string =>
    `The proxy ${proxy} rejected the connection to ${host}: ${replies[reply] ?? `reply ${reply}`}.`,
  ended: 'the proxy closed the connection',
} as const
