import { createMemo, For, Show, type Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { pasteOffers, takeOffer, type PasteOffer } from './paste-offers.ts'

/** Texts of what a pasted command is offered. */
const t = {
  leftOut: 'Not taken from the cURL command:',
  pasted: 'Pasted unchanged. Link it to this project:',
  use: (variable: string) => `Use \${${variable}}`,
  useToken: (variable: string) => `Use \${${variable}} as token`,
  keepAddress: (address: string, variable: string) => `Keep ${address} as \${${variable}}`,
  makeSecret: (header: string) => `Make secret: ${header}`,
}

/** What was omitted from a pasted command, and what can be made better of it by a press. */
const PasteOffers: Component<StepEditorProps<SendRequestStep> & { notes: readonly string[]; onClose(): void }> = (props) => {
  const context = useEditorContext()
  const possible = ({ kind }: PasteOffer) => context.keepVariable !== undefined || (kind !== 'secret' && kind !== 'new-address')
  const offers = createMemo(() => {
    const tokens = context.variables().filter(({ name, value }) => value.startsWith('‹') || name === 'access_token')
    const names = [...(context.tokenVariables?.(props.step.id) ?? []), ...tokens.map(({ name }) => name)]
    return pasteOffers(props.step, context.variables(), [...new Set(names)].slice(0, 1)).filter(possible)
  })
  const label = (offer: PasteOffer) =>
    offer.kind === 'address'
      ? t.use(offer.variable)
      : offer.kind === 'new-address'
        ? t.keepAddress(offer.text, offer.variable)
        : offer.kind === 'token'
          ? t.useToken(offer.variable)
          : t.makeSecret(offer.name)
  const take = async (offer: PasteOffer) => {
    const isKept = offer.kind === 'secret' || offer.kind === 'new-address'
    if (isKept && !(await context.keepVariable?.(offer.variable, offer.text, offer.kind === 'secret'))) return
    props.edit(label(offer), (draft) => takeOffer(draft, offer))
  }
  return (
    <Show when={props.notes.length > 0 || offers().length > 0}>
      <div class="request-notes">
        <Notice
          kind="info"
          live
          onClose={() => props.onClose()}
          action={
            <For each={offers()}>
              {(offer) => (
                <Button small onClick={() => void take(offer)}>
                  {label(offer)}
                </Button>
              )}
            </For>
          }
        >
          {props.notes.length > 0 ? `${t.leftOut} ${props.notes.join('; ')}.` : t.pasted}
        </Notice>
      </div>
    </Show>
  )
}
export default PasteOffers
