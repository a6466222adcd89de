import { createSignal, For, lazy, Show, Suspense, type Component } from 'solid-js'
import FilePlus from 'lucide-solid/icons/file-plus'
import FolderOpen from 'lucide-solid/icons/folder-open'
import Play from 'lucide-solid/icons/play'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { useProject } from '../project/project-context.ts'
import { texts } from './texts.ts'

const AssistantPane = lazy(() => import('../assistant/AssistantPane.tsx'))

/** What is seen while no project is open: how to begin. */
const StartScreen: Component = () => {
  const context = useProject()
  const { workspace, files, router } = context
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
      <h1>{texts.start.title}</h1>
      <Show when={workspace.phase() === 'missing'}>
        <Notice kind="warning">{texts.notices.missing(router.route().project ?? '')}</Notice>
      </Show>
      <p>{texts.start.text}</p>
      <div class="start-screen-actions">
        <Button kind="primary" icon={Play} busy={opening()} onClick={() => void trySample()}>
          {texts.start.sample}
        </Button>
        <Button icon={FilePlus} onClick={() => void files.newProject()}>
          {texts.start.newProject}
        </Button>
        <Button icon={FolderOpen} onClick={() => void files.open()}>
          {texts.start.open}
        </Button>
      </div>
      <p class="start-screen-note">{texts.start.aboutSample}</p>
      <Show when={workspace.projects().length > 0}>
        <h2>{texts.start.recent}</h2>
        <ul>
          <For each={workspace.projects().slice(0, 10)}>
            {(one) => (
              <li>
                <Button kind="ghost" onClick={() => router.go({ project: one.localId })}>
                  {one.name}
                </Button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={context.panes.assistant()}>
        <div class="start-screen-assistant">
          <Suspense>
            <AssistantPane />
          </Suspense>
        </div>
      </Show>
    </>
  )
}
export default StartScreen
