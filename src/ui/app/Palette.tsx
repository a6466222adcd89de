import { createEffect, createMemo, createSignal, createUniqueId, For, on, onMount, Show, type Component } from 'solid-js'
import { Kbd } from '../components/Kbd.tsx'
import { useApp } from './app-state.ts'
import type { DialogProps } from './DialogHost.tsx'
import { fuzzyScore } from './fuzzy.ts'
import { paletteEntries, type PaletteEntry } from './palette-entries.ts'
import { dialogTexts } from './dialog-texts.ts'
import { texts } from './texts.ts'
import './Palette.css'

const shown = 60
const weights = { command: 30, case: 40, step: 0, suite: 30, project: 0 }

/** Finds cases, steps and commands by a few letters of their names. */
const Palette: Component<DialogProps<'palette'>> = (props) => {
  const app = useApp()
  const id = createUniqueId()
  const t = dialogTexts.paletteText
  const [query, setQuery] = createSignal('')
  const [at, setAt] = createSignal(0)
  const entries = createMemo(() => paletteEntries(app))
  const hits = createMemo(() => find(query(), entries()))
  createEffect(on(query, () => setAt(0)))
  let dialog: HTMLDialogElement | undefined
  let list: HTMLDivElement | undefined
  onMount(() => {
    queueMicrotask(() => dialog?.isConnected && !dialog.open && dialog.showModal())
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
  const keyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at() + 1, ArrowUp: at() - 1, PageDown: at() + 8, PageUp: at() - 8 }[event.key]
    if (to !== undefined) move(event.key.startsWith('Page') ? Math.max(0, Math.min(hits().length - 1, to)) : to)
    else if (event.key === 'Enter') choose(hits()[at()])
    else return
    event.preventDefault()
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
        onKeyDown={keyDown}
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
              <span class="palette-kind">{t.groups[entry.kind]}</span>
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
  if (!query.trim()) return entries.filter((entry) => entry.kind !== 'step').slice(0, shown)
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
