import type { OAuth2Step } from './schema.ts'

/** What of the step's settings this version can't carry out, by the label of its field; undefined if it can do all. */
export function unavailableOption(step: OAuth2Step): string | undefined {
  const signsIn = step.grantType === 'AuthorizationCode'
  const options: [used: boolean, label: string][] = [
    [
      (signsIn || step.grantType === 'Implicit' || step.grantType === 'DeviceCode') && step.automation?.enabled === true,
      'Automation Script',
    ],
  ]
  return options.find(([used]) => used)?.[1]
}
