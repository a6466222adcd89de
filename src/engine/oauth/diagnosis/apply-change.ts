import type { StepPatch } from '../step-settings.ts'

/** The values that the keys of a change get in this step: members of a key are laid over its own. */
export function applyChange(step: object, change: StepPatch): Record<string, unknown> {
  const before: Record<string, unknown> = { ...step }
  const { privateKeyJwt, ...plain } = change
  const key = before.privateKeyJwt
  return {
    ...plain,
    ...(privateKeyJwt === undefined || typeof key !== 'object' || key === null
      ? {}
      : { privateKeyJwt: { ...key, ...privateKeyJwt } }),
  }
}
