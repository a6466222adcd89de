import type { ProjectContext } from '../../project/project-context.ts'
import { addingCommands, tabCommands } from './adding-commands.ts'
import { commandKeys } from './command-keys.ts'
import { commandTexts, menuTexts } from './command-texts.ts'
import { actionTexts } from '../../project/actions/action-texts.ts'
import { foldAll, ownerIds } from '../../project/nesting/fold-all.ts'
import { newProject } from '../start/new-project.ts'
import { setTheme, theme, type Theme } from '../theme/theme.ts'
import { modelChoice, understandsText } from '../../assistant/settings/settings-store.ts'
import type { Command } from './command.ts'

/** Every command in its current state, in the order of the palette. */
export function commandsOf(context: ProjectContext): Command[] {
  const all = [
    ...runCommands(context),
    ...editCommands(context),
    ...addingCommands(context),
    ...projectCommands(context),
    ...tabCommands(context),
    ...viewCommands(context),
  ]
  return all.map((command) => ({ ...command, keys: commandKeys.get(command.id) }))
}

function runCommands(context: ProjectContext): Command[] {
  const { session } = context
  const open = context.workspace.phase() === 'open'
  const failed = session.counts().failed + session.counts().broken > 0
  const { case: opened, step } = context.router.route()
  const place = opened !== undefined && step !== undefined ? { case: opened, step } : undefined
  return [
    {
      id: 'run',
      label: commandTexts.run[context.node().kind],
      enabled: open,
      run: () => context.runNode(context.node()),
    },
    {
      id: 'run-step',
      label: commandTexts.runStep,
      enabled: open && place !== undefined,
      run: () => place && context.run({ step: place }),
    },
    {
      id: 'run-up-to',
      label: commandTexts.runUpTo,
      enabled: open && place !== undefined,
      run: () => place && context.run({ upTo: place }),
    },
    {
      id: 'run-all',
      label: commandTexts.runAll,
      enabled: open,
      run: () => context.run(),
    },
    { id: 'run-failed', label: commandTexts.runFailed, enabled: open && failed, run: () => void session.rerunFailed() },
    { id: 'run-with', label: commandTexts.runWith, enabled: open, run: () => context.dialogs.show({ name: 'run-settings' }) },
    ...tagsOf(context).map((tag) => ({
      id: `run-tag-${tag}`,
      label: commandTexts.runTag(tag),
      enabled: open,
      run: () => context.run({ tags: [tag] }),
    })),
    { id: 'stop', label: commandTexts.stop, enabled: session.running(), run: session.stop },
  ]
}

function editCommands(context: ProjectContext): Command[] {
  const { undo, redo } = context.workspace.history()
  const writable = context.workspace.phase() === 'open' && !context.workspace.readOnly()
  const c = commandTexts
  return [
    {
      id: 'undo',
      label: undo === undefined ? c.undo : c.undoOf(undo),
      enabled: writable,
      run: context.actions.undo,
    },
    {
      id: 'redo',
      label: redo === undefined ? c.redo : c.redoOf(redo),
      enabled: writable,
      run: context.actions.redo,
    },
    {
      id: 'duplicate',
      label: c.duplicate,
      enabled: writable,
      run: () => duplicateSelected(context),
    },
    {
      id: 'design-tests',
      label: c.designTests,
      enabled: writable,
      run: () => void import('../../project/design/open-designer.ts').then((made) => made.designTests(context, context.node())),
    },
  ]
}

/** Exports the run that is shown; undefined: there is none, or it goes on. */
export function exportReport({ session, dialogs }: ProjectContext): (() => void) | undefined {
  const report = session.report()
  if (!report || report.run === '' || session.running()) return undefined
  return () => dialogs.show({ name: 'export-report', run: report.run, startedAt: report.startedAt })
}

function projectCommands(context: ProjectContext): Command[] {
  const { files, dialogs } = context
  const open = context.workspace.phase() === 'open'
  const m = menuTexts
  return [
    { id: 'new', label: m.newProject, run: () => newProject(context) },
    { id: 'first-case', label: m.firstCase, run: () => dialogs.show({ name: 'first-case' }) },
    { id: 'open', label: m.open, run: () => void files.open() },
    { id: 'save', label: m.save, enabled: open, run: () => void files.save() },
    { id: 'save-as', label: m.saveAs, enabled: open, run: () => void files.saveAs() },
    { id: 'import', label: m.import, run: () => void files.import() },
    {
      id: 'environments',
      label: m.environments,
      enabled: open,
      run: () => dialogs.show({ name: 'environments' }),
    },
    ...(context.workspace.head()?.environments ?? []).map((environment) => ({
      id: `environment-${environment.id}`,
      label: commandTexts.environment(environment.name),
      run: () => context.setEnvironment(environment.id),
    })),
    {
      id: 'new-test',
      label: m.newTest,
      enabled: open && !context.workspace.readOnly(),
      run: () => dialogs.show({ name: 'new-test' }),
    },
    { id: 'find', label: m.find, enabled: open, run: () => dialogs.show({ name: 'find' }) },
    { id: 'companion', label: commandTexts.companion, run: () => dialogs.show({ name: 'companion' }) },
    { id: 'vault', label: commandTexts.vault, run: () => dialogs.show({ name: 'vault' }) },
    { id: 'storage', label: commandTexts.storage, run: () => dialogs.show({ name: 'storage' }) },
    { id: 'seal', label: m.seal, enabled: open, run: () => void files.seal() },
    { id: 'export-project', label: m.exportProject, enabled: open, run: () => dialogs.show({ name: 'export-project' }) },
    {
      id: 'export-report',
      label: m.exportReport,
      enabled: exportReport(context) !== undefined,
      run: () => exportReport(context)?.(),
    },
    { id: 'compare-runs', label: m.compareRuns, enabled: open, run: () => dialogs.show({ name: 'compare-runs' }) },
  ]
}

function viewCommands(context: ProjectContext): Command[] {
  const { panes, dialogs } = context
  const c = commandTexts
  const themes: Theme[] = ['system', 'light', 'dark']
  return [
    { id: 'palette', label: c.palette, run: () => dialogs.show({ name: 'palette' }) },
    { id: 'tree', label: c.tree, run: () => panes.setTree(!panes.tree()) },
    { id: 'run-panel', label: c.runPanel, run: () => panes.setRun(!panes.run()) },
    { id: 'run-fills', label: c.runFills, run: () => panes.setRunFills(!panes.runFills()) },
    { id: 'run-beside', label: c.runBeside, run: () => panes.setRunBeside(!panes.runBeside()) },
    { id: 'assistant', label: c.assistant, run: () => context.panes.toggleAssistant() },
    ...foldCommands(context),
    ...(failedStep(context) ?? []),
    { id: 'settings', label: menuTexts.settings, run: () => dialogs.show({ name: 'settings', part: 'assistant' }) },
    { id: 'help', label: menuTexts.help, run: () => dialogs.show({ name: 'help' }) },
    { id: 'keys', label: c.keys, run: () => dialogs.show({ name: 'keys' }) },
    ...themes
      .filter((one) => one !== theme())
      .map((one) => ({ id: `theme-${one}`, label: menuTexts.theme[one], run: () => setTheme(one) })),
    ...(context.services.pwa.updateReady()
      ? [{ id: 'update', label: c.update, enabled: !context.session.running(), run: () => void context.services.pwa.apply() }]
      : []),
  ]
}

/** Show and hide all nested rows of the open case. */
function foldCommands(context: ProjectContext): Command[] {
  const { case: opened } = context.router.route()
  if (opened === undefined || ownerIds(context, opened).length === 0) return []
  return [
    { id: 'expand-all', label: actionTexts.menu.expandAll, run: () => foldAll(context, opened, true) },
    { id: 'collapse-all', label: actionTexts.menu.collapseAll, run: () => foldAll(context, opened, false) },
  ]
}

/** The assistant is asked about the step that is selected in the results, or else open, if it did not pass. */
function failedStep({ session, router, assistant, services }: ProjectContext): Command[] | undefined {
  if (!understandsText(modelChoice(services).settings())) return undefined
  const { case: opened, step } = session.selected() ?? router.route()
  const outcome = opened !== undefined && step !== undefined ? session.step(opened, step)?.outcome : undefined
  if (opened === undefined || step === undefined || (outcome !== 'failed' && outcome !== 'broken')) return undefined
  const label = commandTexts.whyFailed
  return [{ id: 'why-failed', label, run: () => assistant.ask({ text: label, send: true, focus: { case: opened, step } }) }]
}

function duplicateSelected(context: ProjectContext): void {
  const { case: opened } = context.router.route()
  const inSteps = document.activeElement?.closest('[data-runs-step], [data-steps]')
  if (inSteps && opened && context.chosenSteps().length > 0) void duplicateSteps(context, opened)
  else void context.actions.duplicate(context.node())
}

async function duplicateSteps(context: ProjectContext, opened: string): Promise<void> {
  context.chooseSteps(await context.actions.duplicateSteps(opened, context.chosenSteps()))
  // From the editor, which is that of the copy now: where Delete and the arrows find it.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-steps] [role=option][tabindex="0"]')?.focus()
  })
}

/** All tags of the project's cases, sorted. */
export function tagsOf(context: ProjectContext): string[] {
  const tags = new Set<string>()
  for (const suite of context.workspace.head()?.suites ?? [])
    for (const one of suite.cases) for (const tag of one.tags) tags.add(tag)
  return [...tags].toSorted((a, b) => a.localeCompare(b))
}
