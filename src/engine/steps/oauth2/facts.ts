import { code, words } from '../summary.ts'
import type { StepFacts } from '../step-facts.ts'
import { grantOf } from './grant.ts'
import { interactive } from './interactive.ts'
import type { OAuth2Step } from './schema.ts'

/** What is kept beside the token, where present, as `<variableName>.expires_at` (O11). */
export const tokenMembers = ['id_token', 'refresh_token', 'expires_at', 'scope', 'token_type'] as const

/** OAuth2 Authentication: gets a token as a real client does, for the steps after it (O1 to O18). */
export const oauth2Facts: StepFacts<OAuth2Step> = {
  title: 'OAuth2 Authentication',
  newName: 'Get token',
  // RFC 6749 section 2.3.1: servers must support HTTP Basic, the body is optional.
  initial: { grantType: 'ClientCredentials', secretTransport: 'basic' },
  getsToken: true,
  summary: (step) => [words(`OAuth2 · ${grantOf(step).title} → `), code(step.variableName)],
  writes: ({ variableName, variableScope }) => [
    {
      name: variableName,
      scope: variableScope,
      place: ['variableName'],
      scopePlace: ['variableScope'],
      members: tokenMembers,
    },
  ],
  signsIn: interactive,
}

/** Whether a step is of this type, for what is about OAuth tokens and nothing else. */
export const isOAuth2Step = (step: { kind: string } | undefined): step is OAuth2Step => step?.kind === 'oauth2'
