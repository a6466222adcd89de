import { isoDay } from '#engine/base/iso-day.ts'
import { Show, type Component } from 'solid-js'
import type { Secret } from '#engine/steps/fields.ts'
import type { SigningKey } from '#engine/steps/oauth2/schema.ts'
import type { EditorContext } from '../editor-context.ts'
import { createKeyFinding, KeyFinding } from './KeyFinding.tsx'
import { keyTexts } from './key-texts.ts'

const certificateText = ({ subject, validTo }: { subject: string; validTo: number }): string =>
  keyTexts.certificate(subject, isoDay(validTo))

/** What the entered key is, or what is wrong with it and how to fix it (O4); follows every change of the key. */
export const KeyCheck: Component<{ value: SigningKey; algorithm: SigningKey['algorithm']; context: EditorContext }> = (props) => {
  const stored = (secret: Secret | undefined): boolean =>
    typeof secret === 'object' ? props.context.secrets.has(secret.secret) : Boolean(secret)
  const found = createKeyFinding(() => {
    const { describeKey } = props.context
    const key: SigningKey = JSON.parse(JSON.stringify(props.value))
    const { algorithm } = props
    // Read also for what it tracks: a value that is stored again is checked again.
    const ready = stored(key.key) && (key.password === undefined || stored(key.password))
    // So are the variables that a reference resolves to.
    if (typeof key.key === 'string' || typeof key.password === 'string') props.context.variables()
    return ready ? () => describeKey(key, algorithm) : undefined
  })
  return (
    <KeyFinding label={keyTexts.keyCheck} found={found()}>
      {(result) => (
        <div role="status">
          {result().text}
          <Show when={result().certificate}>{(certificate) => <>. {certificateText(certificate())}</>}</Show>
        </div>
      )}
    </KeyFinding>
  )
}
