import { factsOf } from '#engine/steps/facts.ts'
import { createMemo, createSignal, For, Show, type Component } from 'solid-js'
import type { Case, Step } from '#engine/project/format/schema.ts'
import { useProject } from '../project-context.ts'
import Layers from 'lucide-solid/icons/layers'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { openContextMenu } from '../../components/overlays/Menu.tsx'
import type { Scroller } from '../../components/lists/scroller.ts'
import type { ListedSteps } from './listed-steps.ts'
import { loopDepths } from './loop-depths.ts'
import { stepKeys } from './step-keys.ts'
import { showNewStep } from './show-new-step.ts'
import { createStepMoving } from './step-moving.ts'
import { createStepSelection } from './step-selection.ts'
import { StepRow } from './StepRow.tsx'
import { viewOf } from '../../steps/index.ts'
import { projectTexts as texts } from '../texts.ts'

/** The listbox of a case's steps, or that there are none; draws those that can be seen. */
export const StepList: Component<{ case: Case; listed: ListedSteps; scroller: Scroller }> = (props) => {
  const context = useProject()
  const { actions, nesting, workspace } = context
  const { listed } = props
  let list: HTMLDivElement | undefined
  const [renaming, setRenaming] = createSignal<string>()
  const steps = () => props.case.steps
  const caseId = () => props.case.id
  const writable = () => !workspace.readOnly()
  const selection = createStepSelection(() => props.case, {
    element: () => list,
    reveal: (row) => props.scroller.reveal(row),
    shown: listed.shown,
    rowOf: listed.rowOf,
  })
  const moving = createStepMoving(() => props.case, selection, listed)
  const stepOf = (id: string): Step | undefined => steps()[selection.position(id) ?? -1]

  const depths = createMemo(() => loopDepths(steps()))
  const drawn = createMemo(() => {
    const { first, last } = props.scroller.range()
    const ids = listed
      .shown()
      .slice(first, last)
      .map((step) => step.id)
    const focused = selection.reachable()
    if (focused !== undefined && !ids.includes(focused)) ids.push(focused)
    return ids
  })
  /** The step that another one is nested under. */
  const ownerOf = (index: number): Step | undefined => steps()[listed.owners()[index] ?? -1]
  const fold = (id: string) => {
    nesting.setOpen(id, false)
    // What is open must be seen.
    const open = context.router.route().step
    if (open !== undefined && ownerOf(selection.position(open) ?? -1)?.id === id) selection.choose(id)
  }
  const toggle = (id: string, index: number) => (listed.isOpen(index) ? fold(id) : nesting.setOpen(id, true))
  const openMenu = (event: MouseEvent | KeyboardEvent, step: Step) => {
    const about = {
      caseId: caseId(),
      ids: selection.chosenWith(step.id),
      onRename: () => setRenaming(step.id),
      onMove: (delta: -1 | 1) => moving.by(step.id, delta),
    }
    openContextMenu(event, () => import('./step-menu.ts').then(({ stepMenu }) => stepMenu(context, step, about)), step.name)
  }
  const keyDown = stepKeys({
    ids: () => listed.shown().map((step) => step.id),
    page: () => props.scroller.page(),
    choose: (id, how) => {
      selection.choose(id, how)
      selection.focus(id)
    },
    open: (id) => {
      selection.choose(id)
      context.panes.showPage('step')
      if (!context.panes.narrow())
        document.querySelector<HTMLElement>('[data-runs-step] :is(input, select, textarea, button)')?.focus()
    },
    all: () => context.chooseSteps(listed.shown().map((step) => step.id)),
    unfold: (id) => {
      const index = selection.position(id) ?? -1
      const [first] = listed.nestedUnder(index)
      if (!first) return
      if (!listed.isOpen(index)) return nesting.setOpen(id, true)
      selection.choose(first.id)
      selection.focus(first.id)
    },
    fold: (id) => {
      const index = selection.position(id) ?? -1
      const owner = ownerOf(index)
      if (!owner) return void (listed.nestedUnder(index).length > 0 && fold(id))
      selection.choose(owner.id)
      selection.focus(owner.id)
    },
    rename: (id) => writable() && setRenaming(id),
    remove: (id) => writable() && actions.removeSteps(caseId(), selection.chosenWith(id)),
    move: (id, delta) => writable() && moving.by(id, delta),
    menu: (event, id) => {
      const step = stepOf(id)
      if (step) openMenu(event, step)
    },
  })

  return (
    <Show
      when={steps().length > 0}
      fallback={
        <EmptyState
          title={texts.noSteps.title}
          text={texts.noSteps.text}
          action={
            <Show when={writable()}>
              <Button icon={Layers} onClick={() => void showNewStep(context, actions.addUsualSteps(caseId()))}>
                {texts.usual.title}
              </Button>
              <Button
                icon={viewOf('send-request').icon}
                onClick={() => void showNewStep(context, actions.addStep(caseId(), 'send-request'))}
              >
                {factsOf({ kind: 'send-request' }).title}
              </Button>
            </Show>
          }
        />
      }
    >
      <div
        ref={(element) => (list = element)}
        role="listbox"
        class="case-steps-list"
        aria-label={texts.stepsOf(props.case.name)}
        aria-multiselectable="true"
        style={{ height: `${props.scroller.space()}px` }}
        onDragOver={moving.events.onDragOver}
        onDragLeave={moving.events.onDragLeave}
        onDrop={moving.events.onDrop}
      >
        <For each={drawn()}>
          {(id) => (
            <Show when={stepOf(id)}>
              {(step) => (
                <StepRow
                  caseId={caseId()}
                  step={step()}
                  index={selection.position(id) ?? 0}
                  row={listed.rowOf(selection.position(id) ?? 0)}
                  count={listed.shown().length}
                  lines={listed.lines}
                  nested={listed.nestedUnder(selection.position(id) ?? 0)}
                  expanded={listed.isOpen(selection.position(id) ?? 0)}
                  owner={ownerOf(selection.position(id) ?? 0)}
                  onToggle={() => toggle(id, selection.position(id) ?? 0)}
                  depth={depths()[selection.position(id) ?? 0] ?? 0}
                  chosen={context.chosenSteps().includes(id)}
                  open={context.router.route().step === id}
                  reachable={selection.reachable() === id}
                  draggable={writable()}
                  dragged={moving.dragged(id)}
                  renaming={renaming() === id}
                  onRenamed={(name) => {
                    setRenaming(undefined)
                    if (name !== undefined) actions.renameStep(caseId(), id, name)
                  }}
                  onFocus={() => selection.setCurrent(id)}
                  onClick={(event) => {
                    selection.choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only')
                    if (context.panes.narrow()) context.panes.showPage('step')
                  }}
                  onRename={() => writable() && setRenaming(id)}
                  onKeyDown={(event) => keyDown(event, id)}
                  onContextMenu={(event) => {
                    selection.pointAt(id)
                    openMenu(event, step())
                  }}
                  onDrag={(on) => moving.drag(id, on)}
                />
              )}
            </Show>
          )}
        </For>
        <Show when={moving.over() !== undefined}>
          <div class="case-steps-drop" style={{ transform: `translateY(${listed.lines.start(moving.over() ?? 0)}px)` }} />
        </Show>
      </div>
    </Show>
  )
}
