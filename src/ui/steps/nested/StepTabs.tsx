import {
  createEffect,
  createMemo,
  createSignal,
  lazy,
  Match,
  on,
  Suspense,
  Switch,
  untrack,
  type Component,
  type JSX,
} from 'solid-js'
import type { Step } from '#engine/project/format/schema.ts'
import { Tabs, type TabsProps } from '../../components/layout/Tabs.tsx'
import { firstUse } from '../../page/first-use.ts'
import { useEditorContext } from '../editor-context.ts'
import { countRows } from './count-rows.ts'
import { nestedTexts } from './nested-texts.ts'
import { requestedTab } from './requested-tab.ts'

// Not on the first screen.
const ChecksTab = lazy(() => import('./ChecksTab.tsx'))
const VariablesTab = lazy(() => import('./VariablesTab.tsx'))

/** A tab of a kind's own: its content is created when it is shown. */
export interface OwnTab {
  id: string
  title: string
  badge?: string | undefined
  /** Behind Checks and Variables. */
  last?: boolean
  content(): JSX.Element
}

/** A badge with a number; none for zero. */
export const countBadge = (count: number): string | undefined => (count > 0 ? String(count) : undefined)

/** The tab of the step that was shown last: its editor is recreated when the window becomes narrow or wide. */
const lastTab = new Map<string, string>()

/** The tabs of a step that checks and transfers can be nested under: those of its kind, Checks, and Variables. */
export const StepTabs: Component<{
  step: Pick<Step, 'id'>
  readOnly: boolean
  label: string
  own: readonly OwnTab[]
  /** The first tab shown. */
  first?: string | undefined
}> = (props) => {
  const context = useEditorContext()
  const [tab, show] = createSignal(lastTab.get(props.step.id) ?? props.first ?? props.own[0]?.id ?? 'checks')
  const setTab = (id: string) => {
    lastTab.clear()
    lastTab.set(props.step.id, show(id))
  }
  createEffect(
    on(
      requestedTab,
      (asked) => {
        if (asked?.step === props.step.id) setTab(asked.tab)
      },
      { defer: true },
    ),
  )
  void firstUse.then(() => Promise.all([ChecksTab.preload(), VariablesTab.preload()]))
  const rows = createMemo(() => countRows(context.nested?.under(props.step.id) ?? []))
  const tabs = (): TabsProps['tabs'] => [
    ...props.own.filter(({ last }) => !last),
    { id: 'checks', title: nestedTexts.checks, badge: countBadge(rows().checks) },
    { id: 'variables', title: nestedTexts.variables, badge: countBadge(rows().variables) },
    ...props.own.filter(({ last }) => last),
  ]
  // A badge that changes must not create the fields again.
  const content = (id: string) => untrack(() => props.own.find((own) => own.id === id)?.content())
  return (
    <Tabs label={props.label} value={tab()} onChange={setTab} tabs={tabs()}>
      {(id) => (
        <div class="step-tab">
          <Suspense>
            <Switch fallback={content(id)}>
              <Match when={id === 'checks'}>
                <ChecksTab owner={props.step.id} readOnly={props.readOnly} />
              </Match>
              <Match when={id === 'variables'}>
                <VariablesTab owner={props.step.id} readOnly={props.readOnly} />
              </Match>
            </Switch>
          </Suspense>
        </div>
      )}
    </Tabs>
  )
}
