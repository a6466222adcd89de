import { createMemo, createUniqueId, For, onMount, Show, type Component } from 'solid-js'
import Play from 'lucide-solid/icons/play'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import X from 'lucide-solid/icons/x'
import type { ChangeItem, ChangeSet, PreviewRequest } from '#engine/case-builder/change-set/change-set.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useProject } from '../../project/project-context.ts'
import { assistantSession } from '../session.ts'
import { assistantTexts as texts } from '../texts.ts'
import { fieldLabel, fieldText } from './review-labels.ts'
import { depthOf, toggled } from './selected-changes.ts'
import { warningsOf } from './warnings.ts'
import './review.css'

/** The open proposal as a difference, in the middle of the page: every item can be deselected. */
const ProposalReview: Component = () => {
  const context = useProject()
  const session = assistantSession(context)
  const entry = () => session.proposal()
  const changeSet = () => entry()?.turn?.proposal
  let heading: HTMLHeadingElement | undefined
  onMount(() => heading?.focus())
  const toggle = (item: ChangeItem, on: boolean) =>
    session.setUnticked(toggled(session.unticked(), [item.id], on, changeSet()?.items ?? []))
  const close = () => context.assistant.setReviewing(false)
  const nothing = () => {
    const items = changeSet()?.items ?? []
    return items.length > 0 && items.every(({ id }) => session.unticked().has(id))
  }
  return (
    <Show when={changeSet()} fallback={<p class="review-none">{texts.nothingChosen}</p>}>
      {(proposal) => (
        <section
          class="review"
          aria-label={texts.reviewOf(proposal().label)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) close()
          }}
        >
          <header class="review-head">
            <h2 ref={(element) => (heading = element)} tabindex="-1">
              {texts.reviewOf(proposal().label)}
            </h2>
            <div class="review-actions">
              <Button
                kind="primary"
                busy={entry()?.card === 'busy'}
                disabled={nothing()}
                onClick={() => void session.apply(false)}
              >
                {texts.apply}
              </Button>
              <Show when={proposal().runs.length > 0}>
                <Button
                  icon={Play}
                  busy={entry()?.card === 'busy'}
                  disabled={nothing() || context.session.running()}
                  onClick={() => void session.apply(true)}
                >
                  {texts.applyAndRun}
                </Button>
              </Show>
              <Button kind="ghost" onClick={() => session.discard()}>
                {texts.discard}
              </Button>
              <IconButton label={texts.closeReview} icon={X} onClick={close} />
            </div>
          </header>
          <div class="review-body">
            <Show when={entry()?.note}>
              {(note) => (
                <Notice kind="warning" live>
                  {note()}
                </Notice>
              )}
            </Show>
            <Show when={entry()?.turn?.notDone?.length ? entry()?.turn?.notDone : undefined}>
              {(notDone) => (
                <Notice kind="warning">
                  <strong>{texts.notDone}</strong>
                  <ul class="review-warnings" aria-label={texts.notDone}>
                    <For each={notDone()}>{(text) => <li>{text}</li>}</For>
                  </ul>
                </Notice>
              )}
            </Show>
            {/* What is about an item stands at the item. */}
            <Show when={warningsOf(proposal()).plain.length > 0}>
              <Notice kind="warning">
                <ul class="review-warnings" aria-label={texts.warnings}>
                  <For each={warningsOf(proposal()).plain}>{(text) => <li>{text}</li>}</For>
                </ul>
              </Notice>
            </Show>
            <ul class="review-items" aria-label={texts.changes} onKeyDown={walkBoxes}>
              <For each={proposal().items}>
                {(item) => (
                  <ReviewItem
                    item={item}
                    depth={depthOf(item, proposal().items)}
                    ticked={!session.unticked().has(item.id)}
                    onTick={(on) => toggle(item, on)}
                  />
                )}
              </For>
            </ul>
            <Show when={proposal().requests.length > 0}>
              <h3>{texts.requests}</h3>
              <For each={proposal().requests}>
                {(request) => <RequestPreview request={request} name={stepName(proposal(), request.step)} />}
              </For>
            </Show>
          </div>
        </section>
      )}
    </Show>
  )
}

/** The name of a step that a proposal speaks of by its id. */
const stepName = ({ items }: ChangeSet, id: string): string => items.find((one) => one.id === `step ${id}`)?.name ?? id

/** Up, Down, Home and End go from box to box, as in a list; Tab does as ever. */
export function walkBoxes(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const at = boxes.findIndex((box) => box === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  boxes[Math.max(0, Math.min(boxes.length - 1, to))]?.focus()
}

const signs = { added: '+', changed: '~', removed: '−', moved: '↕' } as const

/** One change of a proposal, with its box. */
export const ReviewItem: Component<{ item: ChangeItem; depth: number; ticked: boolean; onTick(on: boolean): void }> = (props) => {
  const id = createUniqueId()
  const fields = createMemo(() => props.item.fields)
  return (
    <li class="review-item" classList={{ 'review-item-off': !props.ticked }} style={{ 'padding-left': `${props.depth * 20}px` }}>
      <div class="review-item-head">
        <input
          type="checkbox"
          id={id}
          aria-describedby={props.item.attention ? `${id}-attention` : undefined}
          checked={props.ticked}
          onChange={(event) => props.onTick(event.currentTarget.checked)}
        />
        <label for={id}>
          <span class={`review-sign review-${props.item.what}`} aria-hidden="true">
            {signs[props.item.what]}
          </span>
          <span class="review-name">{props.item.name}</span>
          <span class="review-what">
            {texts.of[props.item.of]} {texts.what[props.item.what]}
          </span>
        </label>
      </div>
      <Show when={props.item.attention}>
        {(attention) => (
          <p class="review-attention" id={`${id}-attention`}>
            <TriangleAlert aria-hidden="true" />
            {attention().join(' ')}
          </p>
        )}
      </Show>
      <Show when={fields().length > 0}>
        <dl class="review-fields">
          <For each={fields()}>
            {(field) => (
              <div class="review-field">
                <dt>{fieldLabel(props.item, field.name)}</dt>
                <dd>
                  <Show when={field.before !== undefined}>
                    <del>
                      <span class="visually-hidden">{texts.before} </span>
                      {fieldText(field.name, field.before)}
                    </del>
                  </Show>
                  <Show when={field.after !== undefined}>
                    <ins>
                      <span class="visually-hidden">{texts.after} </span>
                      {fieldText(field.name, field.after)}
                    </ins>
                  </Show>
                </dd>
              </div>
            )}
          </For>
        </dl>
      </Show>
    </li>
  )
}

const RequestPreview: Component<{ request: PreviewRequest; name: string }> = (props) => (
  <figure class="review-request">
    <figcaption>{props.name}</figcaption>
    <pre tabindex="0" aria-label={props.name}>
      <b>{props.request.method}</b> {props.request.url}
      {'\n'}
      <For each={props.request.headers}>{({ name, value }) => `${name}: ${value}\n`}</For>
      <Show when={props.request.body !== ''}>
        {'\n'}
        {props.request.body}
      </Show>
    </pre>
  </figure>
)

export default ProposalReview
