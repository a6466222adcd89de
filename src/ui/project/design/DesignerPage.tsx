import { createMemo, createSignal, lazy, Show, Suspense, type Component } from 'solid-js'
import Trash from 'lucide-solid/icons/trash'
import { methodFacts } from '#engine/design/facts.ts'
import type { Design } from '#engine/design/schemas.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Split, SplitPane } from '../../components/layout/Split.tsx'
import { useProject } from '../project-context.ts'
import { createLater } from './deferred-drawing.ts'
import { createDesigner } from './create-designer.ts'
import { DesignerProvider } from './designer-context.ts'
import { AllDesigns } from './AllDesigns.tsx'
import { ModelPane } from './ModelPane.tsx'
import { removeDesign } from './open-designer.ts'
import { ResultPane } from './results/ResultPane.tsx'
import { RowInput } from './editors/RowInput.tsx'
import { designTexts as t } from './texts.ts'
import './designer.css'

const StartPage = lazy(() => import('./start/StartPage.tsx'))
const MakeTestsDialog = lazy(() => import('./results/MakeTestsDialog.tsx'))

/** The test designer in the middle of the page: the design that the URL names, or the choice of a new one. */
const DesignerPage: Component = () => {
  const { workspace, router } = useProject()
  const design = createMemo(() => workspace.head()?.designs.find(({ id }) => id === router.route().design))
  const id = createMemo(() => design()?.id)
  return (
    <section class="designer" aria-label={t.region}>
      <h2 class="visually-hidden">{t.region}</h2>
      <Show when={router.route().design !== 'new'} fallback={<StartPage />}>
        <Show when={id()} keyed fallback={<EmptyState title={t.gone.title} text={t.gone.text} />}>
          {(shown) => <OpenDesign first={workspace.head()?.designs.find((one) => one.id === shown)} design={design} />}
        </Show>
      </Show>
    </section>
  )
}

const OpenDesign: Component<{ first: Design | undefined; design(): Design | undefined }> = (props) => {
  const context = useProject()
  const { first } = props
  if (!first) return null
  // While it goes away, it is as it was.
  const design = createMemo<Design>((before) => {
    const now = props.design()
    return now?.id === first.id ? now : before
  }, first)
  const designer = createDesigner(context, design)
  const [making, setMaking] = createSignal(false)
  const isResultDrawn = createLater(2)
  const result = () => (
    <Show when={isResultDrawn()}>
      <ResultPane onMake={() => setMaking(true)} />
    </Show>
  )
  const panes = () => (
    <>
      <SplitPane label={t.model} initial={1} min="260px">
        <ModelPane />
      </SplitPane>
      <SplitPane label={t.result} initial={1.2} min="280px">
        {result()}
      </SplitPane>
    </>
  )
  return (
    <DesignerProvider value={designer}>
      <header class="designer-head">
        <AllDesigns />
        <RowInput
          label={t.name}
          value={design().name}
          placeholder={methodFacts[design().method].title}
          readOnly={designer.readOnly()}
          onInput={(name) => designer.edit(t.edits.name, (draft) => void (draft.name = name), 'name')}
        />
        <Button kind="ghost" small icon={Trash} disabled={designer.readOnly()} onClick={() => removeDesign(context, design())}>
          {t.delete}
        </Button>
      </header>
      <Show
        when={context.panes.narrow()}
        fallback={
          <Split direction="row" id="designer" class="designer-split">
            {panes()}
          </Split>
        }
      >
        <div class="designer-stacked">
          <ModelPane />
          {result()}
        </div>
      </Show>
      <Show when={making()}>
        <Suspense>
          <MakeTestsDialog onClose={() => setMaking(false)} />
        </Suspense>
      </Show>
    </DesignerProvider>
  )
}

export default DesignerPage
