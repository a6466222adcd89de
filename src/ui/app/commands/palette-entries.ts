import { conditionText } from '#engine/steps/conditions/condition.ts'
import type { TreeNode } from '../../project/actions/project-actions.ts'
import { outcomeWords } from '../../project/texts.ts'
import { formatClock } from '../../run/format.ts'
import { summaryOf, summaryText } from '../../project/step-list/step-summary.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { commandsOf } from './commands.ts'
import { describeKeys } from '../../page/keys.ts'
import { dialogTexts } from '../dialogs/dialog-texts.ts'
import { commandTexts } from './command-texts.ts'

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

/** What looks for text in all of the project, not in names alone. */
export const findEntry = (context: ProjectContext, text: string): PaletteEntry => ({
  kind: 'command',
  label: dialogTexts.paletteText.find(text),
  detail: dialogTexts.paletteText.findAbout,
  go: () => context.dialogs.show({ name: 'find', text }),
})

/** Everything that can be found just now: commands, suites, cases, steps of the cases in memory, other projects. */
export function paletteEntries(context: ProjectContext): PaletteEntry[] {
  const commands = commandsOf(context)
    // With the project open, Run is Run all.
    .filter(({ id }) => id !== 'palette' && !(id === 'run' && context.node().kind === 'project'))
    .map((command): PaletteEntry => ({
      kind: 'command',
      label: command.label,
      detail: '',
      ...(command.keys === undefined ? {} : { keys: describeKeys(command.keys) }),
      disabled: command.enabled === false,
      go: command.run,
    }))
  return [...commands.filter((entry) => !entry.disabled), ...places(context), ...keptRuns(context), ...otherProjects(context)]
}

/** The runs that a query beginning with "run" may mean: each suite and case by its name. */
export function runEntries(context: ProjectContext): PaletteEntry[] {
  const suites = context.workspace.head()?.suites ?? []
  return suites.flatMap((suite) => [
    runEntry(context, suite.name, '', { kind: 'suite', id: suite.id }),
    ...suite.cases.map((one) => runEntry(context, one.name, suite.name, { kind: 'case', id: one.id })),
  ])
}

const runEntry = (context: ProjectContext, name: string, detail: string, node: TreeNode): PaletteEntry => ({
  kind: 'command',
  label: commandTexts.runNamed(name),
  detail,
  go: () => context.runNode(node),
})

/** Runs that are kept, by when they began or by their name. */
function keptRuns({ session }: ProjectContext): PaletteEntry[] {
  return (session.details?.kept() ?? []).map(({ run, startedAt, name, outcome }) => ({
    kind: 'run',
    label: commandTexts.openRun(name ?? formatClock(Date.parse(startedAt), Date.now(), 'second')),
    detail: outcome === undefined ? '' : outcomeWords[outcome],
    go: () => void session.details?.open(run),
  }))
}

function places(context: ProjectContext): PaletteEntry[] {
  const head = context.workspace.head()
  const project = context.workspace.localId()
  if (!head || !project) return []
  const cases = context.workspace.cases()
  const entries: PaletteEntry[] = []
  for (const suite of head.suites) {
    const goSuite = () => context.router.go({ project, suite: suite.id })
    entries.push({ kind: 'suite', label: suite.name, detail: head.name, go: goSuite })
    for (const one of suite.cases) {
      const goCase = () => {
        context.router.go({ project, case: one.id })
        context.panes.showPage('steps')
      }
      const detail = [suite.name, ...one.tags, conditionText(cases.get(one.id)?.onlyIf)].filter(Boolean).join(' · ')
      entries.push({ kind: 'case', label: one.name, detail, go: goCase })
      for (const step of cases.get(one.id)?.steps ?? []) {
        const detail = `${suite.name} > ${one.name} · ${summaryText(summaryOf(step))}`
        entries.push({ kind: 'step', label: step.name, detail, go: () => context.openStep(one.id, step.id) })
      }
    }
  }
  return entries
}

function otherProjects(context: ProjectContext): PaletteEntry[] {
  return context.workspace
    .projects()
    .filter((one) => one.localId !== context.workspace.localId())
    .map((one) => ({
      kind: 'project',
      label: one.name,
      detail: one.fileName ?? '',
      go: () => context.router.go({ project: one.localId }),
    }))
}
