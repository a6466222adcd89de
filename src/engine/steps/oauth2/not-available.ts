import type { OAuth2Step } from './schema.ts'

/** What of the step's settings this version can't carry out, by the label of its field; undefined if it can do all. */
export const unavailableOption = ({ grantType, automation }: OAuth2Step): string | undefined =>
  automation?.enabled && grantType !== 'ClientCredentials' && grantType !== 'ResourceOwnerPassword'
    ? 'Automation Script'
    : undefined
