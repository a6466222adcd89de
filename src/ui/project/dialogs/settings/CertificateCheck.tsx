import { isoDay } from '#engine/base/iso-day.ts'
import type { Component } from 'solid-js'
import type { Secret } from '#engine/steps/fields.ts'
import type { ClientCertificateEntry } from '#engine/steps/keys/client-certificate.ts'
import { createKeyFinding, KeyFinding } from '../../../steps/keys/KeyFinding.tsx'
import { projectSource } from '../../ask-worker.ts'
import { plain } from '../../plain-copy.ts'
import { useProject } from '../../project-context.ts'
import { certificateTexts as t } from './certificate-texts.ts'

/** What the entered certificate is, or what is wrong with it and how to fix it; follows every change. */
export const CertificateCheck: Component<{ environment: string; entry: ClientCertificateEntry; stored: number }> = (props) => {
  const { vault, workspace, services } = useProject()
  const isReady = (secret: Secret | undefined): boolean =>
    secret === undefined || (typeof secret === 'object' ? vault.has(secret.secret) : true)
  const found = createKeyFinding(() => {
    const entry = plain(props.entry)
    const { environment } = props
    const localId = workspace.localId()
    const { certificate, key, password } = entry
    // Read also for what it tracks: a value that is stored again is checked again.
    const isEntered = props.stored >= 0 && (certificate ?? key) !== undefined && [certificate, key, password].every(isReady)
    if (!isEntered || localId === undefined) return undefined
    return async () => services.client.oauth.describeCertificate(await projectSource(workspace, localId), environment, entry)
  })
  return (
    <KeyFinding label={t.check} found={found()}>
      {(result) => (
        <div role="status" class="client-certificate-facts">
          {t.validUntil(result().text, result().certificate.issuer, isoDay(result().certificate.validTo))}
          <span>
            {t.thumbprint} <code>{result().certificate.thumbprint}</code>
          </span>
        </div>
      )}
    </KeyFinding>
  )
}
