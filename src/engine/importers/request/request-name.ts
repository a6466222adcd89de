/** `GET /orders` for a request that has no name. */
export function requestName(method: string, url: string): string {
  const [path = ''] = url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
    .replace(/^\$\{[^{}]*\}/, '')
    .split(/[?#]/)
  return `${method} ${path === '' ? '/' : path}`.slice(0, 120)
}
