import { createEffect, createMemo, createSignal, For, on, Show, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import Settings2 from 'lucide-solid/icons/settings-2'
import type { Case, Step } from '#engine/project/schema.ts'
import { factsOf, stepKindIds } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { useApp } from '../app/app-state.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Menu, openContextMenu, type MenuItem } from '../components/Menu.tsx'
import { createScroller, equalLines } from '../components/scroller.ts'
import { viewOf } from '../steps/index.ts'
import { selectRange } from './select-range.ts'
import { StepRow, stepRowHeight } from './StepRow.tsx'
import { stepKeys } from './step-keys.ts'
import { texts } from './texts.ts'
import './CaseSteps.css'

/** The steps of the open case: choose, add, order, run. */
export const CaseSteps: Component = () => {
  const app = useApp()
  const caseId = () => app.router.route().case
  const opened = () => app.workspace.case(caseId())
  return (
    <div class="case-steps" data-steps>
      <Show when={opened()} fallback={<EmptyState title={texts.noCase.title} text={texts.noCase.text} />}>
        {(one) => <Steps case={one()} />}
      </Show>
    </div>
  )
}

const Steps: Component<{ case: Case }> = (props) => {
  const app = useApp()
  const { actions, router, workspace } = app
  const steps = () => props.case.steps
  const caseId = () => props.case.id
  const scroller = createScroller(
    equalLines(
      () => stepRowHeight,
      () => steps().length,
    ),
  )
  const positions = createMemo(() => new Map(steps().map((step, index) => [step.id, index])))
  const [over, setOver] = createSignal<number>()
  const [dragging, setDragging] = createSignal(false)
  const [renaming, setRenaming] = createSignal<string>()
  const [current, setCurrent] = createSignal<string>()
  let list: HTMLDivElement | undefined
  const open = () => router.route().step
  const writable = () => !workspace.readOnly()
  const anchor = createMemo(() => [current(), open()].find((id) => id !== undefined && positions().has(id)) ?? steps()[0]?.id)
  const drawn = createMemo(() => {
    const { first, last } = scroller.range()
    const ids = steps()
      .slice(first, last)
      .map((step) => step.id)
    const focused = anchor()
    if (focused !== undefined && !ids.includes(focused)) ids.push(focused)
    return ids
  })
  createEffect(
    on(open, (id) => {
      setCurrent(id)
      const index = id === undefined ? undefined : positions().get(id)
      if (index !== undefined) queueMicrotask(() => scroller.reveal(index))
    }),
  )

  const choose = (id: string, how: 'only' | 'toggle' | 'range' = 'only') => {
    const project = workspace.localId()
    if (!project) return
    setCurrent(id)
    const chosen = selectRange(
      steps().map((step) => step.id),
      app.chosenSteps(),
      open(),
      id,
      how,
    )
    if (how === 'only') {
      router.go({ project, case: caseId(), step: id }, open() !== undefined && document.activeElement?.role === 'option')
      // Also of the step that is open already, while another one's result is looked at.
      app.showResult(caseId(), id)
    }
    app.chooseSteps(chosen)
  }
  const focus = (id: string) => {
    const index = positions().get(id)
    if (index !== undefined) scroller.reveal(index)
    list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  }
  // Steps that are taken away take the focus with them: it goes to the neighbour, or to what adds a step.
  createEffect(
    on(
      () => props.case,
      (now, before) => {
        if (before?.id !== now.id || now.steps.length >= before.steps.length) return
        const at = before.steps.findIndex((step) => step.id === current())
        if (at >= 0 && !positions().has(current() ?? '')) setCurrent(now.steps[Math.min(at, now.steps.length - 1)]?.id)
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return
          const next = anchor()
          if (next === undefined) document.querySelector<HTMLElement>('.case-steps-add')?.focus()
          else focus(next)
        })
      },
    ),
  )
  const chosenWith = (id: string) => (app.chosenSteps().includes(id) ? app.chosenSteps() : [id])
  const moveBy = (id: string, delta: -1 | 1) => {
    const ids = chosenWith(id)
    const places = ids.flatMap((one) => positions().get(one) ?? []).toSorted((a, b) => a - b)
    const edge = delta < 0 ? places[0] : places.at(-1)
    if (edge === undefined) return
    const to = delta < 0 ? edge - 1 : edge + 2
    if (to < 0 || to > steps().length) return
    actions.moveStepsTo(caseId(), ids, to)
    requestAnimationFrame(() => focus(id))
  }
  const menu = (step: Step): MenuItem[] => {
    const ids = chosenWith(step.id)
    const locked = !writable()
    const m = texts.menu
    return [
      { label: texts.runStep, onSelect: () => app.run({ step: { case: caseId(), step: step.id } }) },
      'separator',
      { label: m.rename, keys: 'F2', disabled: locked, onSelect: () => setRenaming(step.id) },
      { label: m.duplicate, disabled: locked, onSelect: () => app.chooseSteps(actions.duplicateSteps(caseId(), ids)) },
      {
        label: step.disabled ? m.enable : m.disable,
        disabled: locked,
        onSelect: () => actions.setDisabled(caseId(), ids, !step.disabled),
      },
      { label: m.up, keys: 'Alt+Up', disabled: locked, onSelect: () => moveBy(step.id, -1) },
      { label: m.down, keys: 'Alt+Down', disabled: locked, onSelect: () => moveBy(step.id, 1) },
      ...(isOAuth2Step(step)
        ? [
            {
              label: m.negativeTests,
              disabled: locked,
              onSelect: () => app.dialogs.show({ name: 'negative-tests', case: caseId(), step: step.id }),
            },
          ]
        : []),
      { label: m.copyId, onSelect: () => void navigator.clipboard.writeText(step.id) },
      'separator',
      { label: m.remove, keys: 'Delete', danger: true, disabled: locked, onSelect: () => actions.removeSteps(caseId(), ids) },
    ]
  }
  const keyDown = stepKeys({
    ids: () => steps().map((step) => step.id),
    page: scroller.page,
    choose: (id, how) => {
      choose(id, how)
      focus(id)
    },
    open: (id) => {
      choose(id)
      app.panes.showPage('step')
      if (!app.panes.narrow())
        document.querySelector<HTMLElement>('[data-runs-step] :is(input, select, textarea, button)')?.focus()
    },
    all: () => app.chooseSteps(steps().map((step) => step.id)),
    rename: (id) => writable() && setRenaming(id),
    remove: (id) => writable() && actions.removeSteps(caseId(), chosenWith(id)),
    move: (id, delta) => writable() && moveBy(id, delta),
    menu: (event, id) => {
      const step = steps()[positions().get(id) ?? -1]
      if (step) openContextMenu(event, menu(step), step.name)
    },
  })
  const dropIndex = (event: DragEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(steps().length, Math.round((event.clientY - box.top) / stepRowHeight)))
  }
  const addItems = (): MenuItem[] =>
    stepKindIds().map((kind) => ({
      label: factsOf({ kind }).title,
      icon: viewOf(kind).icon,
      onSelect: () => void actions.addStep(caseId(), kind).then(() => app.panes.showPage('step')),
    }))

  return (
    <>
      <header class="case-steps-head">
        <h2>{props.case.name}</h2>
        <IconButton
          label={texts.caseSettings}
          icon={Settings2}
          pressed={open() === undefined}
          onClick={() => {
            const project = workspace.localId()
            if (project) router.go({ project, case: caseId() })
            app.panes.showPage('step')
          }}
        />
      </header>
      <div class="case-steps-scroll" ref={scroller.attach}>
        <Show when={steps().length > 0} fallback={<EmptyState title={texts.noSteps.title} text={texts.noSteps.text} />}>
          <div
            ref={(element) => (list = element)}
            role="listbox"
            class="case-steps-list"
            aria-label={texts.stepsOf(props.case.name)}
            aria-multiselectable="true"
            style={{ height: `${steps().length * stepRowHeight}px` }}
            onDragOver={(event) => {
              if (!dragging()) return
              event.preventDefault()
              setOver(dropIndex(event))
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault()
              const moved = current()
              if (dragging() && moved !== undefined) actions.moveStepsTo(caseId(), chosenWith(moved), dropIndex(event))
              setOver(undefined)
            }}
          >
            <For each={drawn()}>
              {(id) => (
                <Show when={steps()[positions().get(id) ?? -1]}>
                  {(step) => (
                    <StepRow
                      caseId={caseId()}
                      step={step()}
                      index={positions().get(id) ?? 0}
                      count={steps().length}
                      chosen={app.chosenSteps().includes(id)}
                      open={open() === id}
                      reachable={anchor() === id}
                      draggable={writable()}
                      renaming={renaming() === id}
                      onRenamed={(name) => {
                        setRenaming(undefined)
                        if (name !== undefined) actions.renameStep(caseId(), id, name)
                      }}
                      onFocus={() => setCurrent(id)}
                      onClick={(event) => {
                        choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only')
                        if (app.panes.narrow()) app.panes.showPage('step')
                      }}
                      onRename={() => writable() && setRenaming(id)}
                      onKeyDown={(event) => keyDown(event, id)}
                      onContextMenu={(event) => openContextMenu(event, menu(step()), step().name)}
                      onDrag={(on) => {
                        setCurrent(id)
                        setDragging(on)
                        if (!on) setOver(undefined)
                      }}
                    />
                  )}
                </Show>
              )}
            </For>
            <Show when={over() !== undefined}>
              <div class="case-steps-drop" style={{ transform: `translateY(${(over() ?? 0) * stepRowHeight}px)` }} />
            </Show>
          </div>
        </Show>
        <Menu
          label={texts.addStep}
          class="button case-steps-add"
          disabled={!writable()}
          items={addItems()}
          trigger={
            <>
              <Plus aria-hidden="true" />
              {texts.addStep}
            </>
          }
        />
      </div>
    </>
  )
}
