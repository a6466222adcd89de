import { unseal, type SealKeys } from '#engine/project/format/sealed.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { Host } from '../host.ts'

/** The passphrase or identity from the environment. */
export const keysOf = ({ environment }: Pick<Host, 'environment'>): SealKeys => ({
  passphrase: environment['ASSAY_PASSPHRASE'],
  identity: environment['ASSAY_IDENTITY'],
})

/** The sealed secrets of a project, opened when the first of them is requested; undefined without any, or without a key. */
export function sealedOf({ sealed }: Project, keys: SealKeys): (() => Promise<ReadonlyMap<string, string>>) | undefined {
  if (!sealed || (!keys.passphrase && !keys.identity)) return undefined
  let opened: Promise<ReadonlyMap<string, string>> | undefined
  return () => (opened ??= unseal(sealed.text, keys))
}
