import { discovered, type Evidence } from './evidence.ts'

/**
 * What the authorization request requests, and discovery does not announce (OpenID Connect Discovery 1.0 section 3): providers
 * that do not offer it seldom say so on the page where they stop.
 */
export function notAnnounced(evidence: Evidence): string[] {
  const types = discovered(evidence, 'response_types_supported')
  const asked = evidence.sent('response_type')
  const words = (text: string): string => text.split(/\s+/).toSorted().join(' ')
  const isOffered = (type: string): boolean =>
    !Array.isArray(types) || types.some((one) => typeof one === 'string' && words(one) === words(type))
  return [
    ...(asked === undefined || !Array.isArray(types) || isOffered(asked)
      ? []
      : [`Discovery lists the response types ${types.join(', ')}, but the request has response_type=${asked}.`]),
    ...(evidence.settings?.useJar && discovered(evidence, 'request_parameter_supported') !== true && types !== undefined
      ? ["Try switching Use JAR off: discovery doesn't announce request objects (request_parameter_supported)."]
      : []),
  ]
}
