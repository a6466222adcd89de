/** Modules that the build puts into one file, because they are loaded together: one file compresses better than its parts. */
export interface Chunk {
  name: string
  /** Before the others, for a module that two of them could take. */
  priority?: number
  /** Paths from the root. One that ends with "/" is a folder with all that is below; `*` is any name of a file or folder. */
  modules: string[]
}

const icon = (name: string) => `node_modules/lucide-solid/dist/source/icons/${name}.jsx`

/** The page's chunks. `src/architecture.test.ts` checks that each path exists, and that no module is in two chunks. */
export const chunks: Chunk[] = [
  // What the first screen starts with, and what every page then asks for, too small for a request of its own.
  { name: 'index', priority: 1, modules: ['src/main.tsx', 'node_modules/workbox-window/'] },
  // The start screen, with the one icon that a menu shares with it: otherwise it would wait for the menus.
  {
    name: 'start',
    priority: 1,
    modules: [
      'src/ui/app/start/StartPictures.tsx',
      'src/ui/app/start/StartScreen.css',
      'src/ui/app/start/StartScreen.tsx',
      icon('folder-open'),
    ],
  },
  // How the page calls its workers, the first of which starts with it: otherwise it would bring the tabs of a run.
  { name: 'wire', priority: 1, modules: ['node_modules/comlink/', 'src/workers/wire.ts'] },
  // What nearly every editor contains.
  {
    name: 'fields',
    modules: [
      'src/ui/components/fields/CodeEditor.tsx',
      'src/ui/components/fields/ListField.tsx',
      'src/ui/components/fields/NumberField.tsx',
      'src/ui/components/fields/RadioBar.tsx',
      'src/ui/components/fields/SecretField.tsx',
      'src/ui/components/layout/Section.tsx',
      'src/ui/components/fields/Switch.tsx',
      'src/ui/components/layout/Tabs.tsx',
      'src/ui/components/fields/TextField.tsx',
      'src/ui/components/overlays/floating.ts',
      'src/ui/components/fields/json-problem.ts',
      'src/ui/steps/rows/PairsTable.tsx',
      'src/ui/steps/StepFrame.tsx',
      'src/ui/steps/copy-text.ts',
      'src/ui/steps/edits.ts',
      'src/ui/steps/rows/move-by-keys.ts',
      'src/ui/steps/scopes.ts',
      'src/ui/steps/send-request/Editor.css',
      icon('copy'),
      icon('circle-question-mark'),
    ],
  },
  // The run panel as it opens, with what decides whether a step was changed since: the tabs opened later share its texts.
  {
    name: 'run-panel',
    modules: [
      'src/engine/project/problems/marks.ts',
      'src/engine/runner/plan/enabled-steps.ts',
      'src/engine/runner/execute/unchecked.ts',
      'src/engine/steps/loops.ts',
      'src/ui/app/layout/WiredRunPanel.tsx',
      'src/ui/run/RunPanel.tsx',
      'src/ui/run/format.ts',
      'src/ui/run/texts.ts',
    ],
  },
  // What users need soon: menus, commands and their keys, the top bar. Loaded at the first use.
  {
    name: 'menus',
    modules: [
      'src/engine/project/edit/structure.ts',
      'src/engine/project/empty.ts',
      'src/ui/app/notices/Notices.tsx',
      'src/ui/app/commands/Palette.tsx',
      'src/ui/app/dialogs/RequestedDialog.tsx',
      'src/ui/app/commands/commands.ts',
      'src/ui/app/companion/CompanionNotice.tsx',
      'src/ui/app/companion/CompanionStatus.tsx',
      'src/ui/app/companion/companion-state.ts',
      'src/ui/app/companion/start-command.ts',
      'src/ui/app/companion/texts.ts',
      'src/ui/app/dialogs/dialog-texts.ts',
      'src/ui/app/commands/fuzzy.ts',
      'src/ui/app/notices/notice-texts.ts',
      'src/ui/app/commands/palette-entries.ts',
      'src/ui/app/commands/project-menu.ts',
      'src/ui/app/commands/run-menu.ts',
      'src/ui/components/overlays/MenuList.tsx',
      'src/ui/project/step-list/step-menu.ts',
    ],
  },
  // What the fields of a token step need: the parts below them, loaded later, share it.
  {
    name: 'token-fields',
    modules: [
      'src/engine/oauth/diagnosis/apply-change.ts',
      'src/engine/oauth/grants/grant-facts.ts',
      'src/ui/steps/oauth2/discovery.ts',
      'src/ui/steps/oauth2/secrets.ts',
      'src/ui/steps/oauth2/texts.ts',
    ],
  },
  // What a token step shows below its fields and about them.
  {
    name: 'about-tokens',
    modules: [
      'src/engine/oauth/advice.ts',
      'src/ui/components/about/AboutButton.tsx',
      'src/ui/steps/about-texts.ts',
      'src/ui/steps/oauth2/advice/AdviceSection.tsx',
      'src/ui/steps/oauth2/advice/DiagnosticsSection.tsx',
      'src/ui/steps/oauth2/about-field-texts.ts',
      'src/ui/steps/oauth2/advice/diagnostics.ts',
    ],
  },
  // What checks a case while it is edited. Loaded when the page has settled.
  {
    name: 'case-check',
    modules: [
      'src/engine/checks/',
      'src/engine/extractors/',
      'src/engine/project/check/',
      'src/engine/project/format/schema.ts',
      'src/engine/project/visit.ts',
      'src/engine/steps/schemas.ts',
      'src/engine/steps/*/check.ts',
      'src/engine/steps/*/schema.ts',
      'src/engine/steps/oauth2/automation/check.ts',
      'src/engine/steps/oauth2/automation/schema.ts',
    ],
  },
  // The tabs of a run, with the small parts that they share. Loaded when the page has settled.
  {
    name: 'run-views',
    modules: [
      'src/ui/run/log/LogView.tsx',
      'src/ui/run/log/MaskedText.tsx',
      'src/ui/run/NotInRun.tsx',
      'src/ui/run/VariablesView.tsx',
      'src/ui/run/exchange/',
      'src/ui/run/log/log-lines.ts',
      'src/ui/run/log/log-texts.ts',
      'src/ui/run/log/masked-text.css',
      'src/ui/run/log/masked.ts',
      'src/ui/run/results/message-texts.ts',
      'src/ui/run/response/',
      'src/ui/run/rows/',
      'src/ui/run/step-events.ts',
    ],
  },
  // The tabs of a request besides the first.
  {
    name: 'request-tabs',
    modules: [
      'src/ui/steps/send-request/auth/AuthFields.tsx',
      'src/ui/steps/send-request/auth/AuthTab.tsx',
      'src/ui/steps/send-request/body/BodyEditor.tsx',
      'src/ui/steps/send-request/body/FileBody.tsx',
      'src/ui/steps/send-request/body/FileField.tsx',
      'src/ui/steps/send-request/body/GraphqlBody.tsx',
      'src/ui/steps/send-request/headers/Headers.tsx',
      'src/ui/steps/send-request/body/JsonBody.tsx',
      'src/ui/steps/send-request/body/MultipartBody.tsx',
      'src/ui/steps/send-request/SettingsTab.tsx',
      'src/ui/steps/send-request/UntilSection.tsx',
      'src/ui/steps/send-request/auth/auth-texts.ts',
      'src/ui/steps/send-request/body/bodies.ts',
      'src/ui/steps/send-request/body/file-texts.ts',
      'src/ui/steps/send-request/headers/header-warnings.ts',
      'src/ui/steps/send-request/tab-texts.ts',
      'src/ui/steps/send-request/until-texts.ts',
      'src/ui/steps/send-request/headers/usual-headers.ts',
    ],
  },
  // The sample project and what brings it.
  { name: 'sample', modules: ['examples/orders.aprj?project', 'src/ui/app/start/sample.ts'] },
]

/** The paths of a chunk as the build tests them: against the end of a module's name on this machine. */
export function chunkPattern({ modules }: Chunk): RegExp {
  const pattern = (path: string) =>
    path.replace(/[.?+()[\]{}|^$\\]/g, '\\$&').replaceAll('*', '[^/]+') + (path.endsWith('/') ? '' : '$')
  return new RegExp(`/(?:${modules.map(pattern).join('|')})`)
}
