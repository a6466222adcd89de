import { createEffect, createSignal, For, onCleanup, Show, type Component } from 'solid-js'
import type { CertificateDescription } from '#engine/oauth/keys/client-certificate.ts'
import type { Secret } from '#engine/steps/fields.ts'
import type { ClientCertificateEntry } from '#engine/steps/client-certificate.ts'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { commandsIn } from '../../steps/commands-in.ts'
import { projectSource } from '../ask-worker.ts'
import { plain } from '../plain.ts'
import { useProject } from '../project-context.ts'
import { certificateTexts as t } from './certificate-texts.ts'

/** Milliseconds without another change before the certificate is read. */
const pause = 300

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** What the entered certificate is, or what is wrong with it and how to mend it; follows every change. */
export const CertificateCheck: Component<{ environment: string; entry: ClientCertificateEntry; stored: number }> = (props) => {
  const { vault, workspace, services } = useProject()
  const [found, setFound] = createSignal<CertificateDescription>()
  const isReady = (secret: Secret | undefined): boolean =>
    secret === undefined || (typeof secret === 'object' ? vault.has(secret.secret) : true)
  createEffect(() => {
    const entry = plain(props.entry)
    const { environment } = props
    const localId = workspace.localId()
    const { certificate, key, password } = entry
    // Read also for what it tracks: a value that is stored anew is checked anew.
    const isEntered = props.stored >= 0 && (certificate ?? key) !== undefined && [certificate, key, password].every(isReady)
    if (!isEntered || localId === undefined) return void setFound(undefined)
    let stale = false
    const timer = setTimeout(async () => {
      const source = await projectSource(workspace, localId)
      const result = await services.client.oauth.describeCertificate(source, environment, entry).catch(() => undefined)
      if (!stale) setFound(result)
    }, pause)
    onCleanup(() => {
      stale = true
      clearTimeout(timer)
    })
  })
  const usable = () => {
    const result = found()
    return result?.usable ? result : undefined
  }
  const bad = () => {
    const result = found()
    return result && !result.usable ? result : undefined
  }
  return (
    <>
      <Show when={usable()}>
        {(result) => (
          <Field label={t.check}>
            <div role="status" class="client-certificate-facts">
              {t.validUntil(result().text, result().certificate.issuer, day(result().certificate.validTo))}
              <span>
                {t.thumbprint} <code>{result().certificate.thumbprint}</code>
              </span>
            </div>
            <For each={result().warnings}>{(warning) => <Notice kind="warning">{warning}</Notice>}</For>
          </Field>
        )}
      </Show>
      <Show when={bad()}>
        {(result) => (
          <Field label={t.check}>
            <Notice kind="error" live>
              {result().message}{' '}
              <For each={commandsIn(result().hint ?? '')}>
                {(part) => (part.command ? <code class="key-command">{part.text}</code> : part.text)}
              </For>
            </Notice>
          </Field>
        )}
      </Show>
    </>
  )
}
