import { createEffect, createSignal, ErrorBoundary, lazy, on, onCleanup, onMount, Show, Suspense, type Component } from 'solid-js'
import { loadMenus } from '../../components/overlays/Menu.tsx'
import { showToast, Toaster } from '../../components/overlays/toasts.tsx'
import { createPage } from '../../page/page.ts'
import { narrowScreen } from '../../page/panes.ts'
import { createProjectContext } from '../../project/create-project-context.ts'
import { ProjectContextProvider, useProject } from '../../project/project-context.ts'
import { DialogHost, loadDialogs } from '../dialogs/DialogHost.tsx'
import { bindKeys } from '../commands/key-bindings.ts'
import { firstUse } from '../../page/first-use.ts'
import { isTyping } from '../../page/keys.ts'
import type { Services } from '../../page/services.ts'
import { recovery } from '../notices/recovery.ts'
import { looking, startPage } from '../start/start-page.ts'
import { appTexts as texts } from '../texts.ts'
import { showTheme } from '../theme/theme.ts'
import { TopBar } from './TopBar.tsx'
import { WideLayout } from './WideLayout.tsx'
import './App.css'
import '../start/StartScreen.css'

const Notices = lazy(() => import('../notices/Notices.tsx'))
// What has to be known when nothing can be fetched any more is fetched before.
void firstUse.then(() => Promise.all([Notices.preload(), loadMenus(), loadDialogs()]))
const StartScreen = lazy(() => import('../start/StartScreen.tsx'))
const NarrowLayout = lazy(() => import('./NarrowLayout.tsx'))
// It comes while the store opens, not after it.
if (matchMedia(narrowScreen).matches) void NarrowLayout.preload()
const ActionRequired = lazy(async () => ({ default: (await import('../../run/ActionRequired.tsx')).ActionRequired }))

/** What index.html shows before there is code: each part stands until the page has its own. */
export interface StaticShell {
  bar: Element | null
  page: readonly ChildNode[]
}

/** The page. */
export const App: Component<{ services: Services; shell: StaticShell }> = (props) => {
  const context = createProjectContext(createPage(props.services))
  showTheme()
  return (
    <ProjectContextProvider value={context}>
      <Shell shell={props.shell} />
    </ProjectContextProvider>
  )
}

const Loading: Component = () => <p class="start-screen-loading">{texts.start.loading}</p>

const Shell: Component<{ shell: StaticShell }> = (props) => {
  const context = useProject()
  const { workspace } = context
  bindKeys(context)
  startPage(context, StartScreen.preload)
  const leaving = () => void workspace.flush()
  const hidden = () => document.visibilityState === 'hidden' && leaving()
  const back = () => workspace.stored()?.fileName !== undefined && void context.files.look()
  const asking = (event: BeforeUnloadEvent) => {
    // A large edit takes seconds to be written, which the browser does not wait for.
    const lost = workspace.saveState().state !== 'saved' || (!context.services.store.lasting && workspace.stored()?.unsaved)
    if (lost) event.preventDefault()
  }
  const [dropping, setDropping] = createSignal(false)
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // What is under the pointer may take files itself.
    setDropping(!event.defaultPrevented)
    // Tells the browser that files may be dropped here.
    event.preventDefault()
  }
  const dragLeave = (event: DragEvent) => event.relatedTarget === null && setDropping(false)
  const dropped = async (file: File, handle?: Promise<FileSystemHandle | null>) => {
    if (/\.json$/i.test(file.name) && workspace.phase() === 'open') {
      const { looksLikeReport, openReport } = await import('../../project/reports/open-report.ts')
      if (await looksLikeReport(file).catch(() => false)) return openReport(file, context)
    }
    if (/\.[ct]sv$/i.test(file.name) && workspace.phase() === 'open' && !workspace.readOnly())
      return (await import('../../project/data/add-rows-of-file.ts')).addRowsOfFile(file, context, showToast)
    return context.files.drop(file, handle)
  }
  const drop = (event: DragEvent) => {
    setDropping(false)
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    // The transfer can be read during the event only.
    const items = [...event.dataTransfer.items].filter((one) => one.kind === 'file')
    const entries = items.flatMap((one) => one.webkitGetAsEntry() ?? [])
    if (entries.length > 1 || entries[0]?.isDirectory) return void context.files.dropEntries(entries)
    const [item] = items
    const file = item?.getAsFile()
    if (file) void dropped(file, item?.getAsFileSystemHandle?.())
  }
  const paste = (event: ClipboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || modal()) return
    const [file] = event.clipboardData?.files ?? []
    if (file) return void dropped(file)
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!looksImportable.test(text)) return
    event.preventDefault()
    void context.files.import(text)
  }
  onMount(() => {
    window.addEventListener('paste', paste)
    window.addEventListener('pagehide', leaving)
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('beforeunload', asking)
    window.addEventListener('dragover', dragOver)
    window.addEventListener('dragleave', dragLeave)
    window.addEventListener('drop', drop)
  })
  onCleanup(() => {
    window.removeEventListener('paste', paste)
    window.removeEventListener('pagehide', leaving)
    window.removeEventListener('focus', back)
    document.removeEventListener('visibilitychange', hidden)
    window.removeEventListener('beforeunload', asking)
    window.removeEventListener('dragover', dragOver)
    window.removeEventListener('dragleave', dragLeave)
    window.removeEventListener('drop', drop)
  })
  createEffect(
    on(
      () => workspace.head()?.name,
      (name) => {
        document.title = name ? `${name} · ${texts.app}` : texts.app
      },
    ),
  )
  const busy = () => workspace.phase() === 'starting' || workspace.phase() === 'opening' || looking()
  // From the first use on also what the project needs the companion for may have to be said.
  const [used, setUsed] = createSignal(false)
  void firstUse.then(() => setUsed(true))
  const noticed = () =>
    used() ||
    !context.services.store.lasting ||
    workspace.readOnly() ||
    workspace.saveState().state === 'not-saved' ||
    workspace.restored() !== undefined ||
    recovery() !== undefined ||
    context.services.pwa.updateReady()
  const modal = () => context.dialogs.open() !== undefined
  // In its own task: together with the rest it would keep a slow machine from hearing what is pressed.
  const [hasBar, setHasBar] = createSignal(false)
  setTimeout(() => setHasBar(true))
  return (
    <div class="app">
      <div class="app-behind" inert={modal()} aria-hidden={modal() || undefined}>
        <Show when={hasBar()} fallback={props.shell.bar}>
          <TopBar />
        </Show>
        <Show when={noticed()}>
          <Suspense>
            <Notices />
          </Suspense>
        </Show>
        <ErrorBoundary fallback={(error: unknown) => <Failed error={error} />}>
          <Show
            when={workspace.phase() === 'open'}
            fallback={
              <>
                <main class="start-screen">
                  <Suspense fallback={<Loading />}>
                    <Show when={!busy()} fallback={looking() ? [...props.shell.page] : <Loading />}>
                      <StartScreen />
                    </Show>
                  </Suspense>
                </main>
                <Toaster />
              </>
            }
          >
            <Show when={context.panes.narrow()} fallback={<WideLayout />}>
              <Suspense>
                <NarrowLayout />
              </Suspense>
            </Show>
          </Show>
        </ErrorBoundary>
      </div>
      <Show when={context.session.actions().length > 0}>
        <Suspense>
          <ActionRequired session={context.session} pane={context.panes.assistant() && !context.panes.narrow()} />
        </Suspense>
      </Show>
      <DialogHost />
      <Show when={dropping()}>
        <div class="app-drop" aria-hidden="true">
          <p>{texts.drop}</p>
        </div>
      </Show>
    </div>
  )
}

/** How a command, a collection or a document starts, after comments; anything else that is pasted outside a field is ignored. */
const looksImportable =
  /^\s*(?:(?:#(?!##)[^\n]*|---)\n\s*)*(?:(?:\$\s+)?curl(?:\.exe)?\s|[{[]\s*["{]|<\?xml|<(?:con:)?soapui|(["']?)(?:openapi|swagger|type|opencollection|_type)\1:\s|info:\s*\n|(?:###|GET|POST|PUT|PATCH|DELETE)\s+\S)/

/** Never a white page: what happened, and the way out. */
const Failed: Component<{ error: unknown }> = (props) => (
  <main class="app-failed" role="alert">
    <h1>{texts.failed.title}</h1>
    <p>{texts.failed.text}</p>
    <pre>{props.error instanceof Error ? props.error.message : String(props.error)}</pre>
    <button type="button" class="button" onClick={() => location.reload()}>
      {texts.failed.reload}
    </button>
  </main>
)
