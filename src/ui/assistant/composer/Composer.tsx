import { createEffect, createMemo, createResource, createSignal, createUniqueId, For, on, Show, type Component } from 'solid-js'
import FileText from 'lucide-solid/icons/file-text'
import Paperclip from 'lucide-solid/icons/paperclip'
import SendHorizontal from 'lucide-solid/icons/send-horizontal'
import Square from 'lucide-solid/icons/square'
import X from 'lucide-solid/icons/x'
import { IconButton } from '../../components/IconButton.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { useProject, type ProjectContext } from '../../project/project-context.ts'
import { attachmentOf } from './attachments.ts'
import { completed, completingAt, fitting, type Completion } from './completion.ts'
import type { Composing } from './composing.ts'
import { assistantTexts as texts } from '../texts.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import { projectsForAssistant } from '../recent-projects.ts'
import { fallbackIfWorkerEnded } from '../settings/worker-fallback.ts'
import { placeOf, suiteOf } from '#engine/project/edit/places.ts'

/** See {@link Composer}. */
export interface ComposerProps {
  composing: Composing
  busy: boolean
  onSend(): void
  onStop(): void
}

/** The field for the message, with files, names by `@` and recipes by `/`. */
export const Composer: Component<ComposerProps> = (props) => {
  const context = useProject()
  const list = createUniqueId()
  const [caret, setCaret] = createSignal(0)
  const [dismissed, setDismissed] = createSignal(false)
  const [chosen, setChosen] = createSignal(0)
  let field: HTMLTextAreaElement | undefined
  let files: HTMLInputElement | undefined

  const completing = createMemo(() => (dismissed() ? undefined : completingAt(props.composing.text(), caret())))
  const sign = () => completing()?.sign
  const [all] = createResource(sign, (one) => completionsOf(context, one), { initialValue: [] })
  const shown = createMemo((): Completion[] => {
    const now = completing()
    return now ? fitting(all.latest, now.typed) : []
  })
  createEffect(on(shown, () => setChosen(0)))
  createEffect(
    on(props.composing.text, () => {
      if (!field) return
      field.style.height = 'auto'
      field.style.height = `${Math.min(field.scrollHeight + 2, 220)}px`
    }),
  )
  const follow = () => setCaret(field?.selectionStart ?? 0)
  const complete = (one: Completion) => {
    const now = completing()
    if (!now || !field) return
    const next = completed(props.composing.text(), caret(), now, one)
    props.composing.setText(next.text)
    field.focus()
    field.setSelectionRange(next.caret, next.caret)
    follow()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const offered = shown()
    if (offered.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) {
        event.preventDefault()
        return void setChosen((at) => (at + step + offered.length) % offered.length)
      }
      const one = offered[chosen()]
      if ((event.key === 'Enter' || event.key === 'Tab') && one) {
        event.preventDefault()
        return complete(one)
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
        return void setDismissed(true)
      }
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      props.onSend()
    } else if (event.key === 'Escape' && props.busy) props.onStop()
  }
  const paste = async (event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length > 0) {
      event.preventDefault()
      for (const problem of await props.composing.attachFiles(pasted)) showToast(problem, 'warning')
      return
    }
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const attachment = attachmentOf(text)
    if (!attachment) return
    event.preventDefault()
    props.composing.attach(attachment)
    showToast(texts.attachedPasted(attachment.name), 'info', {
      label: texts.undo,
      onClick: () => {
        props.composing.detach(attachment.name)
        props.composing.setText(props.composing.text() + text)
      },
      brief: true,
      while: () => props.composing.attachments().includes(attachment),
    })
  }
  const takeFiles = async (input: HTMLInputElement) => {
    const chosenFiles = [...(input.files ?? [])]
    input.value = ''
    for (const problem of await props.composing.attachFiles(chosenFiles)) showToast(problem, 'warning')
    field?.focus()
  }
  return (
    <div class="assistant-composer">
      <Show when={shown().length > 0}>
        <ul
          class="assistant-completions"
          role="listbox"
          id={list}
          aria-label={texts.completions[sign() === '/' ? 'recipe' : 'mention']}
        >
          <For each={shown()}>
            {(one, index) => (
              <li
                id={`${list}-${index()}`}
                role="option"
                aria-selected={index() === chosen()}
                class="assistant-completion"
                onPointerEnter={() => setChosen(index())}
                onPointerDown={(event) => {
                  event.preventDefault()
                  complete(one)
                }}
              >
                <span>{one.label}</span>
                <small>{one.detail}</small>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class="assistant-chips">
        <Show when={focusText(context)}>
          {(text) => (
            <span class="assistant-chip" title={texts.context(text())}>
              <span class="visually-hidden">{texts.contextLabel}: </span>
              <span>{text()}</span>
            </span>
          )}
        </Show>
        <For each={props.composing.attachments()}>
          {({ name }) => (
            <span class="assistant-chip assistant-chip-file">
              <FileText aria-hidden="true" />
              <span>{name}</span>
              <IconButton label={texts.removeAttachment(name)} icon={X} onClick={() => props.composing.detach(name)} />
            </span>
          )}
        </For>
      </div>
      <div class="assistant-field">
        <textarea
          ref={(element) => {
            field = element
            props.composing.field(element)
          }}
          rows="2"
          aria-label={texts.message}
          aria-autocomplete="list"
          aria-controls={shown().length > 0 ? list : undefined}
          aria-activedescendant={shown().length > 0 ? `${list}-${chosen()}` : undefined}
          placeholder={texts.placeholder}
          data-own-undo
          value={props.composing.text()}
          onInput={(event) => {
            props.composing.setText(event.currentTarget.value)
            setDismissed(false)
            follow()
          }}
          onKeyDown={keyDown}
          onKeyUp={follow}
          onClick={follow}
          on:paste={(event: ClipboardEvent) => void paste(event)}
        />
        <div class="assistant-field-actions">
          <input
            ref={(element) => (files = element)}
            type="file"
            multiple
            hidden
            onChange={(event) => void takeFiles(event.currentTarget)}
          />
          <IconButton label={texts.attach} icon={Paperclip} onClick={() => files?.click()} />
          <span class="assistant-head-space" />
          <Show
            when={props.busy}
            fallback={
              <IconButton
                label={texts.send}
                icon={SendHorizontal}
                class="assistant-send"
                aria-disabled={props.composing.text().trim() === '' && props.composing.attachments().length === 0}
                onClick={() => props.onSend()}
              />
            }
          >
            <IconButton label={texts.stop} icon={Square} class="assistant-send" onClick={() => props.onStop()} />
          </Show>
        </div>
      </div>
    </div>
  )
}

/** Everything that a sign can name just now. */
async function completionsOf(context: ProjectContext, sign: '@' | '/'): Promise<Completion[]> {
  const { projects, active } = await projectsForAssistant(context)
  const told = projects.find(({ key }) => key === active)
  if (!told) return []
  if (sign === '/') {
    const known = await fallbackIfWorkerEnded(assistantClient.forms(told), undefined)
    return (known?.forms ?? []).map(({ id, title, about }) => ({ label: title, text: `/${id}`, detail: about }))
  }
  const mentions = await fallbackIfWorkerEnded(assistantClient.mentions(told), [])
  return mentions.map(({ kind, name }) => ({ label: name, text: `"${name}"`, detail: texts.mentioned[kind] }))
}

/** What a request is about if it names nothing: the open step, case, suite or project. */
function focusText({ workspace, router }: ProjectContext): string | undefined {
  const head = workspace.head()
  const { suite, case: opened, step } = router.route()
  if (opened) {
    const place = placeOf(head, opened)?.head.name
    const one = step === undefined ? undefined : workspace.case(opened)?.steps.find(({ id }) => id === step)?.name
    return one === undefined ? place : `${place} > ${one}`
  }
  return (suite === undefined ? undefined : suiteOf(head, suite)?.name) ?? head?.name
}
