import { createSignal, For, lazy, Show, Suspense, type Component, type JSX } from 'solid-js'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import FolderOpen from 'lucide-solid/icons/folder-open'
import Play from 'lucide-solid/icons/play'
import Sparkles from 'lucide-solid/icons/sparkles'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useProject } from '../../project/project-context.ts'
import { formatClock } from '../../run/format.ts'
import { newProject } from './new-project.ts'
import { OpenPicture, OwnPicture, SamplePicture } from './StartPictures.tsx'
import { startTexts as t } from './start-texts.ts'

const AssistantPane = lazy(() => import('../../assistant/AssistantPane.tsx'))

const loadFirstCase = () => void import('../first-case/FirstCaseDialog.tsx').catch(() => undefined)

/** What is seen while no project is open: three ways to start, and the projects of before. */
const StartScreen: Component = () => {
  const context = useProject()
  const { workspace, files, router, dialogs, panes } = context
  const [opening, setOpening] = createSignal(false)
  const trySample = async () => {
    setOpening(true)
    try {
      await (await import('./sample.ts')).openSample(context)
    } finally {
      setOpening(false)
    }
  }
  return (
    <>
      <Show when={workspace.phase() === 'missing'}>
        <Notice kind="warning">{t.missing(router.route().project ?? '')}</Notice>
      </Show>
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <Show when={workspace.projects().length > 0}>
        <Recent />
      </Show>
      <div class="start-doors">
        <StartCard picture={<SamplePicture />} title={t.sample.title} text={t.sample.text}>
          <Button kind="primary" icon={Play} busy={opening()} onClick={() => void trySample()}>
            {t.sample.action}
          </Button>
        </StartCard>
        <StartCard picture={<OwnPicture />} title={t.own.title} text={t.own.text}>
          {/* Its code comes with the pointer, or with the focus: the click finds it there. */}
          <span class="start-door-own" onPointerOver={loadFirstCase} onFocusIn={loadFirstCase}>
            <Button onClick={() => dialogs.show({ name: 'first-case' })}>{t.own.action}</Button>
          </span>
          <Button kind="ghost" onClick={() => newProject(context)}>
            {t.own.empty}
          </Button>
        </StartCard>
        <StartCard picture={<OpenPicture />} title={t.open.title} text={t.open.text}>
          <Button icon={FolderOpen} onClick={() => void files.open()}>
            {t.open.action}
          </Button>
          <Button kind="ghost" onClick={() => void files.import()}>
            {t.open.import}
          </Button>
        </StartCard>
      </div>
      <p class="start-assistant-line">
        {t.assistant}
        <Button kind="ghost" small icon={Sparkles} onClick={() => !panes.assistant() && panes.toggleAssistant()}>
          {t.askAssistant}
        </Button>
      </p>
      <Show when={panes.assistant()}>
        <div class="start-screen-assistant">
          <Suspense>
            <AssistantPane />
          </Suspense>
        </div>
      </Show>
    </>
  )
}

const StartCard: Component<{ picture: JSX.Element; title: string; text: string; children: JSX.Element }> = (props) => (
  <section class="start-door">
    {props.picture}
    <h2>{props.title}</h2>
    <p>{props.text}</p>
    <div class="start-door-actions">{props.children}</div>
  </section>
)

const Recent: Component = () => {
  const { workspace, router } = useProject()
  return (
    <section class="start-recent">
      <h2>{t.recent}</h2>
      <ul>
        <For each={workspace.projects().slice(0, 8)}>
          {(one) => (
            <li>
              <button type="button" class="start-recent-project" onClick={() => router.go({ project: one.localId })}>
                <span class="start-recent-name">{one.name}</span>
                <span class="start-recent-about" aria-hidden="true">
                  {[one.fileName, t.opened(formatClock(one.openedAt, Date.now()))].filter(Boolean).join(' · ')}
                </span>
                <ChevronRight aria-hidden="true" />
              </button>
            </li>
          )}
        </For>
      </ul>
    </section>
  )
}

export default StartScreen
