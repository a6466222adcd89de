import CircleHelp from 'lucide-solid/icons/circle-question-mark'
import FileChartColumn from 'lucide-solid/icons/file-chart-column'
import FileOutput from 'lucide-solid/icons/file-output'
import FileDown from 'lucide-solid/icons/file-down'
import FilePlus from 'lucide-solid/icons/file-plus'
import FlaskConical from 'lucide-solid/icons/flask-conical'
import FolderOpen from 'lucide-solid/icons/folder-open'
import GitCompare from 'lucide-solid/icons/git-compare'
import Globe from 'lucide-solid/icons/globe'
import History from 'lucide-solid/icons/rotate-ccw-clock'
import Import from 'lucide-solid/icons/import'
import Keyboard from 'lucide-solid/icons/keyboard'
import HardDrive from 'lucide-solid/icons/hard-drive'
import Lock from 'lucide-solid/icons/lock'
import Plug from 'lucide-solid/icons/plug'
import Monitor from 'lucide-solid/icons/monitor'
import Moon from 'lucide-solid/icons/moon'
import TextSearch from 'lucide-solid/icons/text-search'
import Settings from 'lucide-solid/icons/settings'
import Save from 'lucide-solid/icons/save'
import Stamp from 'lucide-solid/icons/stamp'
import Sun from 'lucide-solid/icons/sun'
import Trash2 from 'lucide-solid/icons/trash'
import type { MenuItem } from '../../components/overlays/menu-item.ts'
import type { ProjectContext } from '../../project/project-context.ts'
import { describeKeys } from '../../page/keys.ts'
import { commandTexts as c, menuTexts as m } from './command-texts.ts'
import { exportReport } from './commands.ts'
import { newProject } from '../start/new-project.ts'
import { setTheme, theme, type Theme } from '../theme/theme.ts'

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

/** What the project menu holds just now. */
export function projectMenu(context: ProjectContext): MenuItem[] {
  const { files, dialogs, workspace } = context
  const none = workspace.phase() !== 'open'
  const recent = workspace
    .projects()
    .filter((one) => one.localId !== workspace.localId())
    .slice(0, 6)
  const themes: Theme[] = (['system', 'light', 'dark'] as const).filter((one) => one !== theme())
  return [
    { label: m.newProject, icon: FilePlus, onSelect: () => newProject(context) },
    { label: m.firstCase, icon: FlaskConical, onSelect: () => dialogs.show({ name: 'first-case' }) },
    { label: m.newTest, icon: FlaskConical, disabled: none, onSelect: () => dialogs.show({ name: 'new-test' }) },
    { label: m.open, icon: FolderOpen, onSelect: () => void files.open() },
    { label: m.save, icon: Save, keys: describeKeys('Mod+S'), disabled: none, onSelect: () => void files.save() },
    { label: m.saveAs, icon: FileDown, disabled: none, onSelect: () => void files.saveAs() },
    { label: m.import, icon: Import, onSelect: () => void files.import() },
    'separator',
    {
      label: m.environments,
      icon: Globe,
      keys: describeKeys('Mod+E'),
      disabled: none,
      onSelect: () => dialogs.show({ name: 'environments' }),
    },
    {
      label: m.find,
      icon: TextSearch,
      keys: describeKeys('Mod+Shift+F'),
      disabled: none,
      onSelect: () => dialogs.show({ name: 'find' }),
    },
    { label: m.seal, icon: Stamp, disabled: none, onSelect: () => void files.seal() },
    { label: c.vault, icon: Lock, onSelect: () => dialogs.show({ name: 'vault' }) },
    { label: c.companion, icon: Plug, onSelect: () => dialogs.show({ name: 'companion' }) },
    { label: c.storage, icon: HardDrive, disabled: none, onSelect: () => dialogs.show({ name: 'storage' }) },
    { label: m.exportProject, icon: FileOutput, disabled: none, onSelect: () => dialogs.show({ name: 'export-project' }) },
    {
      label: m.exportReport,
      icon: FileChartColumn,
      disabled: exportReport(context) === undefined,
      onSelect: () => exportReport(context)?.(),
    },
    { label: m.compareRuns, icon: GitCompare, disabled: none, onSelect: () => dialogs.show({ name: 'compare-runs' }) },
    ...(workspace.stored()
      ? [
          'separator' as const,
          {
            label: m.remove,
            icon: Trash2,
            danger: true,
            onSelect: () => void context.actions.remove({ kind: 'project' }),
          },
        ]
      : []),
    ...(recent.length > 0 ? (['separator'] as const) : []),
    ...recent.map((one) => ({
      label: m.recent(one.name, one.fileName),
      icon: History,
      onSelect: () => context.router.go({ project: one.localId }),
    })),
    'separator',
    ...themes.map((one) => ({ label: m.theme[one], icon: themeIcons[one], onSelect: () => setTheme(one) })),
    { label: m.settings, icon: Settings, onSelect: () => dialogs.show({ name: 'settings', part: 'assistant' }) },
    { label: m.help, icon: CircleHelp, onSelect: () => dialogs.show({ name: 'help' }) },
    { label: m.keys, icon: Keyboard, keys: '?', onSelect: () => dialogs.show({ name: 'keys' }) },
  ]
}
