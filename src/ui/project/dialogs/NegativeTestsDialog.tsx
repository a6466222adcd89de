import { createMemo, createResource, createSignal, createUniqueId, For, Show, type Component, type JSX } from 'solid-js'
import { caseAsSent, caseInPlace } from '#engine/project/headers-sent.ts'
import { negativeCases, unknownAudience, usualLifetime } from '#engine/derived-tests/negative/cases.ts'
import { negativeOffers, scopesOf, type NegativeKind, type NegativeOffer } from '#engine/derived-tests/negative/kinds.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { useProject } from '../project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { NumberField } from '../../components/fields/NumberField.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { levelsOfCase, levelsOfSuite } from '../header-levels.ts'
import { newId } from '../new-id.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import { addCase, freeName } from '#engine/project/edit/structure.ts'
import { rowId } from '../tree/tree-rows.ts'
import './NegativeTestsDialog.css'

/** Texts of the dialog that adds negative tests. */
const t = {
  title: 'Add negative tests',
  intro: (step: string): string =>
    `Each kind becomes a case in this suite with its own token, based on “${step}”, and checks that a correct server passes.`,
  kinds: 'Kinds',
  lifetime: 'Token lifetime',
  lifetimeHint: 'The expired-token case waits this long plus one second.',
  audience: 'Other audience',
  audienceHint: "Another of the provider's APIs: a resource indicator or a value for its “audience” parameter.",
  scope: 'Scope to leave out',
  cancel: 'Cancel',
  add: (n: number): string => (n === 0 ? 'Add cases' : n === 1 ? 'Add 1 case' : `Add ${n} cases`),
  edit: 'Add negative tests',
  added: (n: number): string => (n === 1 ? '1 case added' : `${n} cases added`),
}

/** Offers the negative tests of an OAuth2 step and adds the chosen ones behind its case, as one edit. */
const NegativeTestsDialog: Component<DialogProps<'negative-tests'>> = (props) => {
  const context = useProject()
  const one = () => context.workspace.case(props.request.case)
  const step = () =>
    one()
      ?.steps.filter(isOAuth2Step)
      .find(({ id }) => id === props.request.step)
  return (
    <Show when={one()}>
      {(found) => <Show when={step()}>{(token) => <Choice case={found()} step={token()} onClose={props.onClose} />}</Show>}
    </Show>
  )
}

/** The focus goes to what was made: its row in the tree, or the steps where the tree is hidden. */
function focusCase(id: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[role=treeitem][data-id="${CSS.escape(rowId({ kind: 'case', id }))}"]`)
    const steps = document.querySelector<HTMLElement>('[data-steps] [role=option][tabindex="0"]')
    ;(row ?? steps)?.focus()
  })
}

const Choice: Component<{ case: Case; step: OAuth2Step; onClose(): void }> = (props) => {
  const context = useProject()
  const [last] = createResource(async () => {
    const project = context.workspace.localId()
    const tokens = project ? await context.services.client.tokens.list(project).catch(() => []) : []
    return tokens.find((token) => token.step === props.step.id && token.environment === (context.environment() ?? ''))
  })
  // An opaque token has no signature to tamper with; whether it is one shows only once the step has got it.
  const opaque = () => last.latest !== undefined && last.latest.header === undefined && last.latest.claims === undefined
  /** The case with what its requests inherit: a token may be there. */
  const asSent = createMemo(() => caseAsSent(props.case, levelsOfCase(context.workspace.head(), props.case)))
  const offers = createMemo(() => negativeOffers(asSent(), props.step, { opaque: opaque() }))
  const fitting = () => offers().flatMap(({ kind, unfit }) => (unfit === undefined ? [kind] : []))
  // The expired token is deselected at first: its case waits for as long as the token lives.
  const [wanted, setWanted] = createSignal<readonly NegativeKind[]>(fitting().filter((kind) => kind !== 'expired-token'))
  const chosen = () => wanted().filter((kind) => fitting().includes(kind))
  const [typed, setTyped] = createSignal<number>()
  /** Seconds: what the step's last token said is better than a guess. */
  const lifetime = () => {
    const { expiresAt, obtainedAt = 0 } = last.latest ?? {}
    return typed() ?? (expiresAt === undefined ? usualLifetime : Math.max(1, Math.round((expiresAt - obtainedAt) / 1000)))
  }
  const [audience, setAudience] = createSignal(unknownAudience)
  const [scope, setScope] = createSignal(scopesOf(props.step).at(-1) ?? '')
  const toggle = (kind: NegativeKind) =>
    setWanted((kinds) => (kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]))

  const add = () => {
    const { workspace, router } = context
    const project = workspace.localId()
    const place = placeOf(workspace.head(), props.case.id)
    if (!project || !place) return
    const options = { tokenLifetime: lifetime(), otherAudience: audience(), scope: scope() }
    const taken = new Set(place.suite.cases.map(({ name }) => name))
    const around = levelsOfSuite(workspace.head(), place.suite.id)
    const cases = negativeCases(asSent(), props.step, chosen(), newId, options).map((made) => {
      const name = freeName(made.name, taken)
      taken.add(name)
      return caseInPlace({ ...made, name }, around)
    })
    const [first] = cases
    const done = workspace.edit(t.edit, [], (draft) => {
      // From the last to the first, each right behind the case: they end up in the order of the list.
      for (const made of cases.toReversed()) addCase(draft, place.suite.id, made, props.case.id)
    })
    props.onClose()
    if (!done || !first) return
    router.go({ project, case: first.id })
    context.panes.showPage('projects')
    focusCase(first.id)
    showToast(t.added(cases.length), 'info')
  }

  /** What has to be known for a kind, below it. */
  const optionOf = (kind: NegativeKind): JSX.Element => {
    switch (kind) {
      case 'expired-token':
        return (
          <NumberField
            label={t.lifetime}
            value={lifetime()}
            min={1}
            max={86_400}
            unit="s"
            reference={false}
            hint={t.lifetimeHint}
            onChange={(value) => setTyped(Number(value))}
          />
        )
      case 'wrong-audience':
        return <TextField label={t.audience} value={audience()} code hint={t.audienceHint} onInput={setAudience} />
      case 'missing-scope':
        return (
          <Select
            label={t.scope}
            value={scope()}
            options={scopesOf(props.step).map((name) => ({ value: name, label: name }))}
            onChange={setScope}
          />
        )
      default:
        return undefined
    }
  }

  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Button kind="primary" disabled={chosen().length === 0 || context.workspace.readOnly()} onClick={add}>
            {t.add(chosen().length)}
          </Button>
        </>
      }
    >
      <p>{t.intro(props.step.name)}</p>
      <fieldset class="negative-kinds" aria-label={t.kinds}>
        <For each={offers()}>
          {(offer, index) => (
            <Kind
              offer={offer}
              repeated={offer.unfit !== undefined && offers()[index() + 1]?.unfit === offer.unfit}
              checked={chosen().includes(offer.kind)}
              onToggle={() => toggle(offer.kind)}
            >
              {optionOf(offer.kind)}
            </Kind>
          )}
        </For>
      </fieldset>
    </Dialog>
  )
}

/** See {@link Kind}. */
interface KindProps {
  offer: NegativeOffer
  /** The next kind has the same reason, and says it. */
  repeated: boolean
  checked: boolean
  onToggle(): void
  /** Its options, shown while it is chosen. */
  children: JSX.Element
}

const Kind: Component<KindProps> = (props) => {
  const id = createUniqueId()
  return (
    <div class="negative-kind" classList={{ 'negative-kind-repeated': props.repeated }}>
      <input
        type="checkbox"
        id={id}
        checked={props.checked}
        disabled={props.offer.unfit !== undefined}
        aria-describedby={`${id}-why`}
        onChange={() => props.onToggle()}
      />
      <label for={id}>{props.offer.title}</label>
      <span class="negative-kind-why" id={`${id}-why`}>
        {props.offer.unfit ?? props.offer.why}
      </span>
      <Show when={props.checked}>
        <div class="negative-kind-option">{props.children}</div>
      </Show>
    </div>
  )
}

export default NegativeTestsDialog
