import { messageWithHint } from '#engine/base/errors.ts'
import { componentTexts as texts } from '../components/texts.ts'
import { showToast } from '../components/overlays/toasts.tsx'
import type { Vault } from './vault.ts'

/** Puts a value into the vault. False, with a message, if the vault rejects it: then it must stay where it is. */
export async function storeSecret(vault: Pick<Vault, 'set'>, id: string, value: string): Promise<boolean> {
  try {
    await vault.set(id, value)
    return true
  } catch (thrown) {
    showToast(texts.secret.notStored(id, messageWithHint(thrown)), 'error')
    return false
  }
}
