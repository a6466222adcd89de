import { createEffect, createMemo, createResource, createSignal, For, on, onCleanup, Show, type Component } from 'solid-js'
import { unwrap } from 'solid-js/store'
import Play from 'lucide-solid/icons/play'
import { hintOf, textOf } from '#engine/base/errors.ts'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import type { FormField } from '#engine/assistant/forms/form.ts'
import { isShown } from '#engine/assistant/forms/shown.ts'
import type { Turn } from '#engine/assistant/turn.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { Select } from '../components/fields/Select.tsx'
import { TextField } from '../components/fields/TextField.tsx'
import { showToast } from '../components/overlays/toasts.tsx'
import { useProject } from '../project/project-context.ts'
import { applyProposal } from './proposals/apply-proposal.ts'
import { formTexts as t } from './form-texts.ts'
import { ReviewItem, walkBoxes } from './proposals/ProposalReview.tsx'
import { assistantTexts as texts } from './texts.ts'
import { depthOf, toggled } from './proposals/selected-changes.ts'
import { projectsForAssistant } from './recent-projects.ts'
import './proposals/review.css'
import './form.css'

/** See {@link FormFill}. */
export interface FormFillProps {
  form?: string | undefined
  fields?: Readonly<Record<string, unknown>> | undefined
  /** It was applied. */
  onDone(): void
}

/** Milliseconds without a change after which the difference is computed. */
const pause = 250

/** A form with its fields, and what it would change: computed while it is filled in, applied as one step of undo. */
export const FormFill: Component<FormFillProps> = (props) => {
  const context = useProject()
  const told = async () => {
    const { projects, active } = await projectsForAssistant(context)
    return projects.find(({ key }) => key === active)
  }
  const [known] = createResource(async () => {
    const one = await told()
    return one && assistantClient.forms(one)
  })
  const initial = Object.entries(props.fields ?? {}).map(([id, value]): [string, string] => [id, String(value)])
  const [id, setId] = createSignal(props.form)
  const [values, setValues] = createSignal<Record<string, string>>(Object.fromEntries(initial))
  const [turn, setTurn] = createSignal<Turn>()
  const [unticked, setUnticked] = createSignal<ReadonlySet<string>>(new Set<string>())
  const [busy, setBusy] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const form = createMemo(() => known()?.forms.find((one) => one.id === id()) ?? known()?.forms[0])
  const shown = createMemo(() => form()?.fields.filter((field) => isShown(form() ?? { fields: [] }, field, values())) ?? [])
  const filled = createMemo(() =>
    Object.fromEntries(
      shown().flatMap((field): [string, string][] => {
        const value = values()[field.id] || (field.optional ? '' : (field.choices?.[0]?.[0] ?? ''))
        return value === '' ? [] : [[field.id, value]]
      }),
    ),
  )
  const proposal = () => turn()?.proposal
  let asked = 0
  createEffect(
    on([form, filled], ([one, fields]) => {
      const mine = ++asked
      if (!one) return
      const timer = setTimeout(async () => {
        const project = await told()
        const made = project && (await assistantClient.fillIn(project, { id: one.id, fields }).catch(failed))
        if (mine !== asked) return
        setTurn(made)
        setUnticked(new Set<string>())
      }, pause)
      onCleanup(() => clearTimeout(timer))
    }),
  )
  const failed = (thrown: unknown) => {
    setProblem([textOf(thrown), hintOf(thrown)].filter(Boolean).join(' '))
    return undefined
  }
  const apply = async (run: boolean) => {
    const changeSet = proposal()
    if (!changeSet || busy()) return
    setBusy(true)
    const result = await applyProposal(context, unwrap(changeSet), unticked(), run).catch((thrown: unknown) => ({
      refused: textOf(thrown),
    }))
    setBusy(false)
    if ('refused' in result) return void setProblem(result.refused)
    const { label } = result.edit
    showToast(texts.appliedToast(label), 'info', {
      label: t.undo,
      onClick: () => void context.workspace.undo(),
      brief: true,
      while: () => context.workspace.history().undo === label,
    })
    props.onDone()
  }
  const toggle = (item: ChangeItem, on: boolean) => setUnticked(toggled(unticked(), [item.id], on, proposal()?.items ?? []))
  const nothing = () => proposal()?.items.every(({ id: one }) => unticked().has(one)) !== false
  return (
    <Show when={known()} fallback={<p class="form-quiet">{known.loading ? '' : t.gone}</p>}>
      <div class="form-fill">
        <Select
          label={t.what}
          value={form()?.id ?? ''}
          options={(known()?.forms ?? []).map(({ id: value, title, group }) => ({
            value,
            label: `${title} · ${t.groups[group]}`,
          }))}
          hint={form()?.about}
          onChange={setId}
        />
        <For each={shown()}>
          {(field) => (
            <FormInput
              field={field}
              value={values()[field.id] ?? ''}
              names={namesFor(field, known())}
              onInput={(value) => setValues((all) => ({ ...all, [field.id]: value }))}
            />
          )}
        </For>
        <section class="form-difference" aria-label={t.difference} aria-live="polite">
          <h3>{t.difference}</h3>
          <Show when={problem()}>
            <Notice kind="error">{problem()}</Notice>
          </Show>
          <Show when={proposal()} fallback={<p class="form-quiet">{turn()?.text ?? t.fillIn}</p>}>
            {(changeSet) => (
              <>
                <Show when={changeSet().warnings.length > 0}>
                  <Notice kind="warning">
                    <ul class="review-warnings" aria-label={texts.warnings}>
                      <For each={changeSet().warnings}>{(text) => <li>{text}</li>}</For>
                    </ul>
                  </Notice>
                </Show>
                <ul class="review-items" aria-label={texts.changes} onKeyDown={walkBoxes}>
                  <For each={changeSet().items}>
                    {(item) => (
                      <ReviewItem
                        item={item}
                        depth={depthOf(item, changeSet().items)}
                        ticked={!unticked().has(item.id)}
                        onTick={(isOn) => toggle(item, isOn)}
                      />
                    )}
                  </For>
                </ul>
                <Show when={changeSet().assumptions.length > 0}>
                  <ul class="form-quiet" aria-label={t.assumptions}>
                    <For each={changeSet().assumptions}>{(one) => <li>{one.text}</li>}</For>
                  </ul>
                </Show>
              </>
            )}
          </Show>
        </section>
        <div class="form-actions">
          <Button kind="primary" busy={busy()} disabled={!proposal() || nothing()} onClick={() => void apply(false)}>
            {t.apply}
          </Button>
          <Show when={(proposal()?.runs.length ?? 0) > 0}>
            <Button icon={Play} busy={busy()} disabled={nothing() || context.session.running()} onClick={() => void apply(true)}>
              {t.applyAndRun}
            </Button>
          </Show>
        </div>
      </div>
    </Show>
  )
}

type Known = Awaited<ReturnType<typeof assistantClient.forms>>

/** What a field can name. */
function namesFor({ kind, roles }: FormField, known: Known): string[] {
  const names = known?.names[kind] ?? []
  return roles ? names.filter((name) => (roles as readonly string[]).includes(known?.roles[name] ?? '')) : names
}

const FormInput: Component<{ field: FormField; value: string; names: string[]; onInput(value: string): void }> = (props) => (
  <Show
    when={props.field.choices}
    fallback={
      <TextField
        label={props.field.label}
        value={props.value}
        hint={props.field.hint}
        multiline={props.field.kind === 'lines' || props.field.kind === 'rows'}
        variables={false}
        usual={props.names}
        onInput={props.onInput}
      />
    }
  >
    {(choices) => (
      <Select
        label={props.field.label}
        value={props.value || (choices()[0]?.[0] ?? '')}
        options={choices().map(([value, label]) => ({ value, label }))}
        onChange={props.onInput}
      />
    )}
  </Show>
)

export default FormFill
