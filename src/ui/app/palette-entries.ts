import { summaryOf, summaryText } from '../project/step-summary.ts'
import type { AppState } from './app-state.ts'
import { commandsOf } from './commands.ts'
import { describeKeys } from './keys.ts'
import { dialogTexts } from './dialog-texts.ts'

/** Something that the palette can find. */
export interface PaletteEntry {
  kind: keyof typeof dialogTexts.paletteText.groups
  label: string
  /** Where it is, or what it does; searched too. */
  detail: string
  keys?: string
  disabled?: boolean
  go(): void
}

/** Everything that can be found just now: commands, suites, cases, steps of the cases in memory, other projects. */
export function paletteEntries(app: AppState): PaletteEntry[] {
  const commands = commandsOf(app)
    .filter((command) => command.id !== 'palette')
    .map((command): PaletteEntry => ({
      kind: 'command',
      label: command.label,
      detail: '',
      ...(command.keys === undefined ? {} : { keys: describeKeys(command.keys) }),
      disabled: command.enabled === false,
      go: command.run,
    }))
  return [...commands.filter((entry) => !entry.disabled), ...places(app), ...otherProjects(app)]
}

function places(app: AppState): PaletteEntry[] {
  const head = app.workspace.head()
  const project = app.workspace.localId()
  if (!head || !project) return []
  const cases = app.workspace.cases()
  const entries: PaletteEntry[] = []
  for (const suite of head.suites) {
    const goSuite = () => app.router.go({ project, suite: suite.id })
    entries.push({ kind: 'suite', label: suite.name, detail: head.name, go: goSuite })
    for (const one of suite.cases) {
      const goCase = () => {
        app.router.go({ project, case: one.id })
        app.panes.showPage('steps')
      }
      entries.push({ kind: 'case', label: one.name, detail: [suite.name, ...one.tags].join(' · '), go: goCase })
      for (const step of cases.get(one.id)?.steps ?? []) {
        const detail = `${suite.name} > ${one.name} · ${summaryText(summaryOf(step))}`
        entries.push({ kind: 'step', label: step.name, detail, go: () => app.openStep(one.id, step.id) })
      }
    }
  }
  return entries
}

function otherProjects(app: AppState): PaletteEntry[] {
  return app.workspace
    .projects()
    .filter((one) => one.localId !== app.workspace.localId())
    .map((one) => ({
      kind: 'project',
      label: one.name,
      detail: one.fileName ?? '',
      go: () => app.router.go({ project: one.localId }),
    }))
}
