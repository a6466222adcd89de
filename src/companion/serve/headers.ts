/** The page's policy: no script but its own, no eval, no inline script; any API may be called, since that is the job. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  'connect-src http: https: ws: wss:',
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** llama.cpp starts workers from `blob:` addresses: its own file may, and nothing else. */
const policyOf = (path: string): string =>
  /^\/assets\/models\/wllama\.worker-[\w-]+\.js$/.test(path)
    ? contentSecurityPolicy.replace("worker-src 'self'", "worker-src 'self' blob:")
    : contentSecurityPolicy

/**
 * Headers of a response; docs/hosting.md lists the same for static hosts. The pages of a login go without
 * Cross-Origin-Opener-Policy: with it the browser would cut them off at the provider, and the page could not tell an open
 * window from a closed one.
 */
export const securityHeaders = (path: string): Record<string, string> => ({
  'content-security-policy': policyOf(path),
  ...(/^\/(oauth|sandbox)\//.test(path) ? {} : { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})

const mediaTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  aprj: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  map: 'application/json',
  txt: 'text/plain; charset=utf-8',
}

/** The media type of a file by its name's end; bytes if it is unknown. */
export const mediaTypeOf = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

/** True for what gets smaller by compression. */
export const isCompressible = (mediaType: string): boolean => /^text\/|json|svg|wasm|font\/ttf/.test(mediaType)
