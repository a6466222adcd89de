import type { OAuthSettings } from '../settings.ts'

/** Resource indicators (RFC 8707 section 2.2). */
export function resourceParameters({ resource }: OAuthSettings): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const one of resource) parameters.append('resource', one)
  return parameters
}

/** Resource indicators, then the additional parameters in their order (case 5). */
export function extraParameters(settings: OAuthSettings): URLSearchParams {
  const parameters = resourceParameters(settings)
  for (const [name, value] of settings.additionalParameters) parameters.append(name, value)
  return parameters
}

/** The same, after the scope, which is omitted when it is empty (case 4). */
export function scopeParameters(settings: OAuthSettings): URLSearchParams {
  const parameters = new URLSearchParams()
  if (settings.scope !== '') parameters.append('scope', settings.scope)
  for (const [name, value] of extraParameters(settings)) parameters.append(name, value)
  return parameters
}
