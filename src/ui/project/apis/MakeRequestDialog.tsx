import { createSignal, Show, type Component } from 'solid-js'
import type { MadeSteps } from '#workers/api.worker.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { useProject } from '../project-context.ts'
import { makeRequest } from './make-steps.ts'
import { apiTexts } from './texts.ts'

const t = apiTexts.request

/** Asks which case a request goes into, and puts it there. */
export const MakeRequestDialog: Component<{ steps(): Promise<MadeSteps | undefined>; onClose(): void }> = (props) => {
  const context = useProject()
  const options = () =>
    (context.workspace.head()?.suites ?? []).flatMap((suite) =>
      suite.cases.map((one) => ({ value: one.id, label: `${suite.name} › ${one.name}` })),
    )
  const [chosen, choose] = createSignal(options().at(-1)?.value ?? '')
  const make = async () => {
    const made = await props.steps()
    if (made) await makeRequest(context, chosen(), made)
    props.onClose()
  }
  return (
    <Dialog
      open
      title={t.title}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{apiTexts.dialog.cancel}</Button>
          <Button kind="primary" disabled={chosen() === ''} onClick={() => void make()}>
            {t.make}
          </Button>
        </>
      }
    >
      <Show when={options().length > 0} fallback={<p>{t.noCases}</p>}>
        <p class="overview-hint">{t.intro}</p>
        <Select label={t.into} value={chosen()} options={options()} onChange={choose} />
      </Show>
    </Dialog>
  )
}
