/** The host that an endpoint is on, if it is not the one that the document came from; that must be seen, not just followed. */
export function otherHost(endpoint: string, discoveryEndpoint: string): string | undefined {
  if (!URL.canParse(endpoint) || !URL.canParse(discoveryEndpoint)) return undefined
  const { host } = new URL(endpoint)
  return host === new URL(discoveryEndpoint).host ? undefined : host
}
