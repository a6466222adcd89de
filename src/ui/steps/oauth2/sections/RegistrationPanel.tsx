import { createSignal, Show, type Component } from 'solid-js'
import type { RegisteredClient } from '#engine/oauth/client/registration.ts'
import type { RegistrationRequest, RegistrationResult } from '#engine/steps/oauth2/registration.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/fields/Field.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { useEditorContext } from '../../editor-context.ts'
import { ActionResult } from '../ActionResult.tsx'
import type { PartProps } from '../part-props.ts'
import { registrationSectionTexts as texts } from './registration-section-texts.ts'

/** Registers a client at the provider and fills it in, or deletes the one that was registered (RFC 7591, RFC 7592). */
const RegistrationPanel: Component<PartProps> = (props) => {
  const context = useEditorContext()
  const [name, setName] = createSignal('Assay tests')
  const [initial, setInitial] = createSignal('')
  const [busy, setBusy] = createSignal(false)
  const [result, setResult] = createSignal<RegistrationResult>()

  /** Into the vault, under the ID that the step has, or a new one. */
  async function stored(value: string, field: string, known?: { secret: string } | string): Promise<{ secret: string }> {
    const secret = typeof known === 'object' ? known.secret : context.secrets.suggest(props.step.name, field)
    await context.secrets.set(secret, value)
    return { secret }
  }

  async function fillIn({ clientId, clientSecret, uri, token }: RegisteredClient): Promise<void> {
    const secret = clientSecret === undefined ? undefined : await stored(clientSecret, 'client-secret', props.step.clientSecret)
    const kept = uri !== undefined && token !== undefined ? { uri, token: await stored(token, 'registration') } : undefined
    props.edit(texts.edits.register, (draft) => {
      draft.clientId = clientId
      if (secret) draft.clientSecret = secret
      else delete draft.clientSecret
      if (kept) draft.registration = kept
      else delete draft.registration
    })
  }

  async function run(asked: RegistrationRequest): Promise<void> {
    setBusy(true)
    setResult(undefined)
    try {
      const done = await context.registration?.(props.step.id, asked)
      if (done?.ok && done.client) await fillIn(done.client)
      if (done?.ok && asked.do === 'delete') {
        props.edit(texts.edits.delete, (draft) => {
          draft.clientId = ''
          delete draft.clientSecret
          delete draft.registration
        })
      }
      setResult(done)
      setInitial('')
    } catch (thrown) {
      setResult({ ok: false, message: thrown instanceof Error ? thrown.message : String(thrown), exchanges: [] })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Show
        when={props.step.registration}
        fallback={
          <>
            <TextField
              label={texts.clientName}
              variables={false}
              value={name()}
              readOnly={props.readOnly}
              hint={texts.about}
              onInput={setName}
            />
            <TextField
              label={texts.initialAccessToken}
              variables={false}
              code
              type="password"
              value={initial()}
              readOnly={props.readOnly}
              hint={texts.tokenNote}
              onInput={setInitial}
            />
            <Field label="">
              <Button
                busy={busy()}
                disabled={props.readOnly}
                onClick={() =>
                  void run({
                    do: 'register',
                    clientName: name().trim() || 'Assay tests',
                    initialAccessToken: initial(),
                    redirectUri: context.redirectUri(),
                  })
                }
              >
                {texts.register}
              </Button>
            </Field>
          </>
        }
      >
        <Field label="" hint={texts.registered}>
          <Button busy={busy()} disabled={props.readOnly} onClick={() => void run({ do: 'delete' })}>
            {texts.delete}
          </Button>
        </Field>
      </Show>
      <Show when={result()}>{(shown) => <ActionResult result={shown()} onClose={() => setResult(undefined)} />}</Show>
    </>
  )
}
export default RegistrationPanel
