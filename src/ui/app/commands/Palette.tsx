import { createEffect, createMemo, createSignal, createUniqueId, For, on, onMount, Show, type Component } from 'solid-js'
import { Kbd } from '../../components/Kbd.tsx'
import { useProject } from '../../project/project-context.ts'
import type { DialogProps } from '../../page/dialogs.ts'
import { fuzzyScore } from './fuzzy.ts'
import { findEntry, paletteEntries, runEntries, type PaletteEntry } from './palette-entries.ts'
import { dialogTexts } from '../dialogs/dialog-texts.ts'
import { appTexts as texts } from '../texts.ts'
import './Palette.css'

const shown = 60
/** Entries before the one that looks further: it is seen without scrolling. */
const inSight = 8
const weights = { command: 30, case: 40, step: 0, suite: 30, run: 10, project: 0 }

/** Finds cases, steps and commands by a few letters of their names. */
const Palette: Component<DialogProps<'palette'>> = (props) => {
  const context = useProject()
  const id = createUniqueId()
  const t = dialogTexts.paletteText
  const [query, setQuery] = createSignal(props.request.text ?? '')
  const [at, setAt] = createSignal(0)
  const entries = createMemo(() => paletteEntries(context))
  const runs = createMemo(() => (context.workspace.phase() === 'open' ? runEntries(context) : []))
  const hits = createMemo(() => {
    const text = query().trim()
    const found = find(query(), /^run\s/i.test(text) ? [...entries(), ...runs()] : entries())
    return text.length < 2 || context.workspace.phase() !== 'open' ? found : found.toSpliced(inSight, 0, findEntry(context, text))
  })
  createEffect(on(query, () => setAt(0)))
  let dialog: HTMLDialogElement | undefined
  let list: HTMLDivElement | undefined
  onMount(() => {
    queueMicrotask(() => {
      if (!dialog?.isConnected || dialog.open) return
      dialog.showModal()
      for (const key of props.early()) press(key)
    })
  })

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    // First the dialog goes, so that what is chosen can open one of its own and gets the focus.
    props.onClose()
    entry.go()
  }
  const move = (to: number) => {
    const last = hits().length - 1
    setAt(to < 0 ? last : to > last ? 0 : to)
    queueMicrotask(() => list?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }))
  }
  /** Whether the key goes about the list; all others are the field's. */
  const goes = (key: string): boolean => {
    const to = { ArrowDown: at() + 1, ArrowUp: at() - 1, PageDown: at() + 8, PageUp: at() - 8 }[key]
    if (to !== undefined) move(key.startsWith('Page') ? Math.max(0, Math.min(hits().length - 1, to)) : to)
    else if (key === 'Enter') choose(hits()[at()])
    else return false
    return true
  }
  /** A key that was pressed before the field was there. */
  const press = (key: string) => {
    if (goes(key)) return
    if (key === 'Escape') props.onClose()
    else if (key === 'Backspace') setQuery(query().slice(0, -1))
    else if (key.length === 1) setQuery(query() + key)
  }
  return (
    <dialog
      ref={(element) => (dialog = element)}
      class="palette"
      aria-label={texts.palette}
      on:cancel={(event: Event) => {
        event.preventDefault()
        props.onClose()
      }}
      on:pointerdown={(event: PointerEvent) => event.target === event.currentTarget && props.onClose()}
    >
      <input
        autofocus
        class="palette-input"
        role="combobox"
        aria-label={t.placeholder}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={hits().length > 0 ? `${id}-${at()}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder={t.placeholder}
        data-own-undo
        data-own-enter
        value={query()}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => goes(event.key) && event.preventDefault()}
      />
      <div ref={(element) => (list = element)} id={id} role="listbox" class="palette-list" aria-label={t.results}>
        <For each={hits()}>
          {(entry, index) => (
            <div
              role="option"
              id={`${id}-${index()}`}
              class="palette-entry"
              aria-selected={at() === index()}
              onPointerMove={() => at() !== index() && setAt(index())}
              onClick={() => choose(entry)}
            >
              <span class="palette-kind" classList={{ 'palette-kind-again': hits()[index() - 1]?.kind === entry.kind }}>
                {t.groups[entry.kind]}
              </span>
              <span class="palette-label">{entry.label}</span>
              <span class="palette-detail">{entry.detail}</span>
              <Show when={entry.keys}>{(keys) => <Kbd keys={keys()} />}</Show>
            </div>
          )}
        </For>
      </div>
      <Show when={hits().length === 0}>
        <p class="palette-none" role="status">
          {t.none}
        </p>
      </Show>
    </dialog>
  )
}

/** The best entries; what is nearer at hand comes first among equals. Details are searched as a whole word only. */
function find(query: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  if (!query.trim()) return entries.filter((entry) => entry.kind !== 'step' && entry.kind !== 'run').slice(0, shown)
  const wanted = query.trim().toLowerCase()
  const hits: { entry: PaletteEntry; score: number }[] = []
  for (const entry of entries) {
    const score = fuzzyScore(query, entry.label)?.score ?? (entry.detail.toLowerCase().includes(wanted) ? -50 : undefined)
    if (score !== undefined) hits.push({ entry, score: score + weights[entry.kind] })
  }
  return hits
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shown)
    .map((hit) => hit.entry)
}

export default Palette
