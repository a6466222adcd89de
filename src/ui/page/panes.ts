import { createSignal, onCleanup } from 'solid-js'
import type { Route, Router } from './route.ts'

/** The pages that panes become below 900 px. */
export type Page = 'projects' | 'steps' | 'step' | 'run' | 'assistant'

/** Which panes are shown, and on narrow screens which one. */
export interface Panes {
  narrow(): boolean
  page(): Page
  showPage(page: Page): void
  tree(): boolean
  run(): boolean
  assistant(): boolean
  /** The run panel is next to the rest, not below it. */
  runBeside(): boolean
  /** The run panel has the whole page. */
  runFills(): boolean
  /** The page that gives the run panel room of its own, though the panel is one line there at first. */
  runExpanded(): string | undefined
  setRunExpanded(page: string | undefined): void
  setTree(shown: boolean): void
  setRun(shown: boolean): void
  setAssistant(shown: boolean): void
  /** Shows the assistant or takes it away; on narrow screens it is a separate page. */
  toggleAssistant(): void
  setRunBeside(beside: boolean): void
  setRunFills(fills: boolean): void
}

const key = 'assay.panes'

/** The width at which the panes become pages of one column. */
export const narrowScreen = '(max-width: 899px)'
/** Milliseconds after which it is seen whether a dialog is still open. */
const untilAsked = 200

/**
 * Follows the width of the window and keeps what was folded away; must be called inside a Solid root. On narrow screens opening
 * a URL, Back and Forward show the page that they name.
 */
export function createPanes(router: Router): Panes {
  const media = window.matchMedia(narrowScreen)
  const [narrow, setNarrow] = createSignal(media.matches)
  let waiting: ReturnType<typeof setTimeout> | undefined
  // The other layout draws its panes again: a dialog that one of them has open is finished first, or what was typed into it is
  // lost.
  const follow = () => {
    clearTimeout(waiting)
    if (document.querySelector('dialog[open]')) waiting = setTimeout(follow, untilAsked)
    else setNarrow(media.matches)
  }
  media.addEventListener('change', follow)
  onCleanup(() => {
    media.removeEventListener('change', follow)
    clearTimeout(waiting)
  })

  const kept = read()
  const [page, setPage] = createSignal<Page>(pageOf(router.route()))
  const travel = () => setPage(pageOf(router.route()))
  window.addEventListener('popstate', travel)
  onCleanup(() => window.removeEventListener('popstate', travel))
  const [tree, setTree] = createSignal(kept.tree)
  const [run, setRun] = createSignal(kept.run)
  const [assistant, setAssistant] = createSignal(kept.assistant)
  const [runBeside, setRunBeside] = createSignal(kept.runBeside)
  const [runFills, setRunFills] = createSignal(false)
  const [runExpanded, setRunExpanded] = createSignal<string>()
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify({ tree: tree(), run: run(), assistant: assistant(), runBeside: runBeside() }))
    } catch {
      // Storage is refused here: the choice lasts until the page is closed.
    }
  }
  const keeping = (set: (shown: boolean) => void) => (shown: boolean) => {
    set(shown)
    keep()
  }
  const keepAssistant = keeping(setAssistant)
  return {
    narrow,
    page,
    showPage: setPage,
    tree,
    run,
    assistant,
    runBeside,
    // Folded away it would leave an empty page.
    runFills: () => run() && runFills(),
    runExpanded,
    setRunExpanded,
    setTree: keeping(setTree),
    setRun: keeping(setRun),
    setAssistant: keepAssistant,
    toggleAssistant: () => (narrow() ? setPage(page() === 'assistant' ? 'projects' : 'assistant') : keepAssistant(!assistant())),
    setRunBeside: keeping(setRunBeside),
    setRunFills,
  }
}

/** The run panel gives way where test designs and load tests have the page, until the user opens it there. */
export const runIsLine = ({ runFills, runExpanded }: Panes, { design, tab }: Route): boolean =>
  (design !== undefined || tab === 'load') && !runFills() && runExpanded() !== (design ?? tab)

const pageOf = (route: Route): Page => (route.step || route.suite || route.tab ? 'step' : route.case ? 'steps' : 'projects')

function read(): { tree: boolean; run: boolean; assistant: boolean; runBeside: boolean } {
  const usual = { tree: true, run: true, assistant: false, runBeside: false }
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<typeof usual>) }
  } catch {
    return usual
  }
}
