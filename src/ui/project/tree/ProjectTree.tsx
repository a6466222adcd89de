import { createEffect, createMemo, createSignal, on, Show, type Component } from 'solid-js'
import FilePlus from 'lucide-solid/icons/file-plus'
import Folder from 'lucide-solid/icons/folder'
import FolderPlus from 'lucide-solid/icons/folder-plus'
import List from 'lucide-solid/icons/list'
import Play from 'lucide-solid/icons/play'
import Search from 'lucide-solid/icons/search'
import { placeOf } from '#engine/project/edit/places.ts'
import type { CaseReport } from '#engine/runner/report/report.ts'
import { useProject } from '../project-context.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import type { MenuItems } from '../../components/overlays/menu-item.ts'
import { OutcomeBadge } from '../../components/OutcomeBadge.tsx'
import { Tree, type TreeRow } from '../../components/lists/Tree.tsx'
import type { TreeNode } from '../actions/project-actions.ts'
import { InlineName } from './InlineName.tsx'
import { createLateOpening } from './lazy-opening.ts'
import { formatClock } from '../../run/format.ts'
import { outcomeWords, projectTexts as texts } from '../texts.ts'
import { nodeOf, projectRows, rowId, type ProjectRow } from './tree-rows.ts'
import './ProjectTree.css'

/** The tree of the open project: its suites and cases with their last outcomes. */
export const ProjectTree: Component = () => {
  const context = useProject()
  const { workspace, actions, router } = context
  const [folded, setFolded] = createSignal<ReadonlySet<string>>(new Set())
  const [filtering, setFiltering] = createSignal(false)
  const [filter, setFilter] = createSignal('')
  let field: HTMLInputElement | undefined
  let root: HTMLDivElement | undefined

  const rows = createMemo(() => {
    const head = workspace.head()
    return head ? projectRows(head, folded(), filter()) : []
  })
  // Rows that look as before stay the same objects, so that they are not drawn again.
  let known = new Map<string, { row: ProjectRow; shown: TreeRow }>()
  const treeRows = createMemo<TreeRow[]>(() => {
    const next = new Map<string, { row: ProjectRow; shown: TreeRow }>()
    for (const row of rows()) {
      const before = known.get(row.id)
      next.set(row.id, before && looksLike(before.row, row) ? before : { row, shown: shown(row) })
    }
    known = next
    return [...next.values()].map((one) => one.shown)
  })
  /** `replace`: the browser's Back does not go through it. */
  const select = (node: TreeNode, replace = false) => {
    const project = workspace.localId()
    if (!project) return
    const route = router.route()
    if (node.kind === 'project') router.go({ project }, replace)
    else if (node.kind === 'suite') router.go({ project, suite: node.id }, replace)
    else if (route.case !== node.id) router.go({ project, case: node.id }, replace)
  }
  const keys = createLateOpening((id) => select(nodeOf(id), true))
  const choose = (node: TreeNode) => {
    select(node)
    if (context.panes.narrow()) context.panes.showPage(node.kind === 'case' ? 'steps' : 'step')
  }
  const toggle = (id: string, expanded: boolean) =>
    setFolded((before) => {
      const next = new Set(before)
      if (expanded) next.delete(id)
      else next.add(id)
      return next
    })
  /** A row that was moved or removed takes the focus with it: it goes back to the row, or to the selected one. */
  const keepFocus = (id?: string) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      for (const one of [id, rowId(context.node())]) {
        const row = one && root?.querySelector<HTMLElement>(`[data-id="${CSS.escape(one)}"]`)
        if (row) return row.focus()
      }
    })
  // What was made or opened from the tree by keyboard gets the focus.
  createEffect(
    on(
      () => rowId(context.node()),
      (id) => {
        if (!root?.contains(document.activeElement) || document.activeElement?.role !== 'treeitem') return
        requestAnimationFrame(() => {
          if (actions.renaming() === undefined && rowId(context.node()) === id && keys.waiting() === undefined)
            root?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
        })
      },
      { defer: true },
    ),
  )
  // What is to be named must be seen: it may have been added to a suite that is folded, or be no match of the filter.
  createEffect(
    on(actions.renaming, (node) => {
      if (!node || rows().some((row) => row.id === rowId(node))) return
      setFilter('')
      const suite = node.kind === 'case' ? placeOf(workspace.head(), node.id)?.suite.id : undefined
      toggle('project', true)
      if (suite !== undefined) toggle(rowId({ kind: 'suite', id: suite }), true)
    }),
  )
  const writable = () => !workspace.readOnly()
  const menu = (id: string): MenuItems => {
    const node = nodeOf(id)
    return () => import('./node-menu.ts').then(({ nodeMenu }) => nodeMenu(context, node))
  }
  const toggleFilter = () => {
    setFiltering(!filtering())
    setFilter('')
    ;(filtering() ? field : root?.querySelector<HTMLElement>('.project-tree-filtering'))?.focus()
  }

  return (
    <div class="project-tree" ref={(element) => (root = element)}>
      <header class="project-tree-head">
        <h2>{texts.projects}</h2>
        <Show when={workspace.head()}>
          <IconButton
            class="project-tree-filtering"
            label={texts.filter}
            icon={Search}
            pressed={filtering()}
            onClick={toggleFilter}
          />
          <IconButton label={texts.addSuite} icon={FolderPlus} disabled={!writable()} onClick={() => actions.addSuite()} />
          <IconButton label={texts.addCase} icon={FilePlus} disabled={!writable()} onClick={() => actions.addCase()} />
        </Show>
      </header>
      <Show when={filtering()}>
        <input
          ref={(element) => (field = element)}
          class="project-tree-filter"
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filterPlaceholder}
          data-own-undo
          value={filter()}
          onInput={(event) => setFilter(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && toggleFilter()}
        />
      </Show>
      <Show when={workspace.head()}>
        <Tree
          label={texts.tree}
          rows={treeRows()}
          selected={keys.waiting() ?? rowId(context.node())}
          onSelect={(id) => choose(nodeOf(id))}
          onGo={(id) => keys.go(id)}
          onToggle={toggle}
          onRename={writable() ? (id) => actions.startRename(nodeOf(id)) : undefined}
          onDelete={writable() ? (id) => void actions.remove(nodeOf(id)).then(() => keepFocus()) : undefined}
          onMove={writable() ? (id, delta) => (actions.move(nodeOf(id), delta), keepFocus(id)) : undefined}
          onDrop={writable() ? (dragged, target, where) => actions.drop(nodeOf(dragged), nodeOf(target), where) : undefined}
          menu={menu}
        />
        <Show when={filter() && rows().length === 1}>
          <EmptyState
            title={texts.nothingFound.title}
            text={texts.nothingFound.text}
            action={
              <Button onClick={() => context.dialogs.show({ name: 'palette', text: filter() })}>
                {texts.nothingFound.search}
              </Button>
            }
          />
        </Show>
        <Show when={!filter() && workspace.head()?.suites.length === 0}>
          <EmptyState
            title={texts.noSuites.title}
            text={texts.noSuites.text}
            action={<Button onClick={() => actions.addSuite()}>{texts.addSuite}</Button>}
          />
        </Show>
      </Show>
    </div>
  )
}

const shown = (row: ProjectRow): TreeRow => ({
  id: row.id,
  level: row.level,
  label: row.name || texts.unnamed,
  position: row.position,
  size: row.size,
  render: () => <Row row={row} />,
  ...(row.expanded === undefined ? {} : { expanded: row.expanded }),
})

const looksLike = (a: ProjectRow, b: ProjectRow) =>
  a.name === b.name && a.expanded === b.expanded && a.position === b.position && a.size === b.size && a.level === b.level

const Row: Component<{ row: ProjectRow }> = (props) => {
  const context = useProject()
  const { node } = props.row
  const renaming = () => {
    const target = context.actions.renaming()
    return target !== undefined && rowId(target) === props.row.id
  }
  const lastPart = () => props.row.name.lastIndexOf(' / ')
  return (
    <>
      <Show when={node.kind === 'suite'}>
        <Folder class="project-tree-icon" aria-hidden="true" />
      </Show>
      <Show when={node.kind === 'case'}>
        <List class="project-tree-icon" aria-hidden="true" />
      </Show>
      <Show
        when={renaming()}
        fallback={
          <span
            class={`project-tree-name project-tree-${node.kind}`}
            classList={{ 'project-tree-path': lastPart() > 0 }}
            title={props.row.name}
          >
            <Show when={lastPart() > 0} fallback={<bdi>{props.row.name || texts.unnamed}</bdi>}>
              <bdi>{props.row.name.slice(0, lastPart())}</bdi>
              <bdi>{props.row.name.slice(lastPart())}</bdi>
            </Show>
          </span>
        }
      >
        <InlineName
          label={texts.name}
          value={props.row.name}
          onDone={(name) => {
            context.actions.startRename(undefined)
            if (name !== undefined) context.actions.rename(node, name)
          }}
        />
      </Show>
      {/* For the pointer; by keyboard it is in the context menu, and Run runs what is selected. */}
      <span
        class="project-tree-run"
        aria-hidden="true"
        title={`${texts.run} ${props.row.name}`}
        onClick={(event) => {
          event.stopPropagation()
          context.runNode(node)
        }}
      >
        <Play />
      </span>
      <span class="project-tree-outcome">
        <Show when={node.kind === 'case' && node}>{(one) => <CaseOutcome id={one().id} />}</Show>
        <Show when={node.kind === 'suite' && node}>{(one) => <SuiteOutcome id={one().id} />}</Show>
      </span>
    </>
  )
}

const CaseOutcome: Component<{ id: string }> = (props) => {
  const context = useProject()
  const report = (): CaseReport | undefined => context.session.case(props.id)
  const running = () => report() !== undefined && report()?.outcome === undefined && context.session.running()
  const run = () => context.session.details?.knownRun(props.id)
  const changed = () => context.changedSince.case(props.id, run()?.run)
  const since = () => {
    const [known, outcome] = [run(), report()?.outcome]
    return known && outcome
      ? texts.since(outcomeWords[outcome], formatClock(Date.parse(known.startedAt), Date.now()), changed())
      : undefined
  }
  /** A response of 400 and above that nothing checks. */
  const unchecked = createMemo(() => {
    const one = report()
    if (one?.outcome !== 'passed') return undefined
    return one.steps.find((step) => step.unchecked === true && !context.changedSince.lookedAt(props.id, step.id))?.status
  })
  return (
    <Show when={report()?.outcome ?? (running() || undefined)}>
      <span classList={{ 'outcome-of-before': changed() }} title={since()}>
        <Show when={unchecked()}>{(status) => <span class="project-tree-words" data-words={texts.unchecked(status())} />}</Show>
        <OutcomeBadge outcome={report()?.outcome} running={running()} unchecked={unchecked() !== undefined} iconOnly />
      </span>
    </Show>
  )
}

const SuiteOutcome: Component<{ id: string }> = (props) => {
  const context = useProject()
  const result = () => context.session.suite(props.id)
  const cases = () => context.workspace.head()?.suites.find(({ id }) => id === props.id)?.cases.length ?? 0
  const unchecked = createMemo(() =>
    result()?.outcome === 'passed'
      ? (result()?.unchecked ?? []).filter((one) => !context.changedSince.lookedAt(one.case, one.step))
      : [],
  )
  const text = () => {
    const now = result()
    if (!now || now.running) return undefined
    const counts = [
      ...(now.failed > 0 ? [texts.failedCount(now.failed)] : []),
      ...(now.broken > 0 ? [texts.brokenCount(now.broken)] : []),
    ]
    // A tick beside a suite says that all of it passed.
    if (now.outcome === 'passed' && now.passed < cases()) return texts.passedOf(now.passed, cases())
    const [first, ...more] = unchecked()
    if (first) return more.length > 0 ? texts.uncheckedCount(more.length + 1) : texts.unchecked(first.status)
    return counts.length > 0 ? counts.join(', ') : undefined
  }
  return (
    <Show
      when={result()?.outcome ?? (result()?.running || undefined)}
      fallback={<span class="project-tree-words" data-words={texts.notRun} />}
    >
      <Show when={text()} fallback={<OutcomeBadge outcome={result()?.outcome} running={result()?.running} iconOnly />}>
        {(count) => (
          <span
            class={`project-tree-words outcome-${unchecked().length > 0 ? 'unchecked' : result()?.outcome}`}
            data-words={count()}
          />
        )}
      </Show>
    </Show>
  )
}
