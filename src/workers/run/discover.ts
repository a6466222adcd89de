import { AssayError } from '#engine/base/errors.ts'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { endpointFields, endpointNames } from '#engine/oauth/grants/grant-facts.ts'
import { fetchDiscovery } from '#engine/oauth/provider/discovery.ts'
import type { Ports } from '#engine/ports/index.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { certifiedPorts } from '#engine/steps/keys/certified-ports.ts'
import { inField } from '#engine/steps/field-error.ts'
import { requestedLogin } from './requested-case.ts'
import type { AskedStep, Discovery } from './run-protocol.ts'
import { workerRequestTexts } from '../request-texts.ts'

const given = <K extends string, T>(name: K, value: T | undefined): Partial<Record<K, T>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, T>)

/** Fetches the discovery document of an OAuth2 step (O2); its address is resolved with the start values of the project. */
export async function discover(project: Project, place: AskedStep, ports: Ports): Promise<Discovery> {
  const { signal } = new AbortController()
  const redactor = createRedactor()
  const { step, environment, variables } = requestedLogin(project, place, ports, redactor)
  const discoveryEndpoint = (await inField('Discovery Endpoint', variables.resolve(step.discoveryEndpoint))).trim()
  if (!URL.canParse(discoveryEndpoint)) {
    throw new AssayError('oauth-settings', workerRequestTexts.noDiscovery(discoveryEndpoint), {
      hint: workerRequestTexts.noDiscoveryHint,
    })
  }
  let ids = 0
  const context = {
    ports: certifiedPorts(environment?.mtls, { variables, redactor, ports }),
    redactor,
    signal,
    insecureHosts: environment?.insecureHosts ?? [],
    elapsed: () => 0,
    nextId: (prefix: string) => `${prefix}${(ids += 1)}`,
    exchanged: () => undefined,
    noted: () => undefined,
    action: () => undefined,
  }
  const document = await fetchDiscovery(context, { discoveryEndpoint, strict: step.strict, tokenName: step.variableName })
  return {
    address: redactor.mask(discoveryEndpoint),
    issuer: document.issuer ?? '',
    endpoints: Object.fromEntries(
      endpointNames.flatMap((field) => {
        const found = document[endpointFields[field].name]
        return found === undefined ? [] : [[field, found]]
      }),
    ),
    scopes: document.scopes_supported ?? [],
    ...(document.registration_endpoint === undefined ? {} : { registers: true as const }),
    ...given('grantTypes', document.grant_types_supported),
    ...given('authMethods', document.token_endpoint_auth_methods_supported),
    ...given('codeChallengeMethods', document.code_challenge_methods_supported),
    ...given('responseTypes', document.response_types_supported),
  }
}
