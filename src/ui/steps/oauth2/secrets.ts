import { textOf } from '#engine/base/errors.ts'
import type { Secret } from '#engine/steps/fields.ts'
import { componentTexts as texts } from '../../components/texts.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { EditorContext } from '../editor-context.ts'

/** What a SecretField needs next to its label, for one secret of a step. */
export interface SecretBinding {
  value: Secret | undefined
  has: boolean
  onChange(next: Secret | undefined): void
  onStore(plain: string): void
  onReveal(): Promise<string | undefined>
}

/**
 * Binds a secret of a step to its field: what is typed goes into the vault under the id that the step has, else under a
 * suggested one that the step then gets.
 *
 * @param field Last part of a suggested id: `client-secret`.
 */
export function bindSecret(
  context: Pick<EditorContext, 'secrets'>,
  stepName: () => string,
  field: string,
  read: () => Secret | undefined,
  write: (next: Secret | undefined) => void,
): SecretBinding {
  const id = () => {
    const value = read()
    return typeof value === 'object' ? value.secret : undefined
  }
  // One write after the other: a slow first one must not overwrite a later value.
  let writing: Promise<void> = Promise.resolve()
  return {
    get value() {
      return read()
    },
    get has() {
      const known = id()
      return known !== undefined && context.secrets.has(known)
    },
    onChange: write,
    onStore(plain) {
      const known = id()
      const target = known ?? context.secrets.suggest(stepName(), field)
      if (known === undefined) write({ secret: target })
      writing = writing
        .then(() => context.secrets.set(target, plain))
        .catch((error: unknown) => {
          showToast(texts.secret.notStored(target, textOf(error)), 'error')
        })
    },
    async onReveal() {
      await writing
      const known = id()
      return known === undefined ? undefined : context.secrets.reveal(known)
    },
  }
}
