import { editor, KeyCode, KeyMod } from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/bracketMatching/register.js'
import 'monaco-editor/features/caretOperations/register.js'
import 'monaco-editor/features/clipboard/register.js'
import 'monaco-editor/features/codeEditor/register.js'
import 'monaco-editor/features/codicon/register.js'
import 'monaco-editor/features/comment/register.js'
import 'monaco-editor/features/cursorUndo/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/folding/register.js'
import 'monaco-editor/features/hover/register.js'
import 'monaco-editor/features/indentation/register.js'
import 'monaco-editor/features/lineSelection/register.js'
import 'monaco-editor/features/linesOperations/register.js'
import 'monaco-editor/features/multicursor/register.js'
import 'monaco-editor/features/snippet/register.js'
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
import 'monaco-editor/features/toggleTabFocusMode/register.js'
import 'monaco-editor/features/wordOperations/register.js'
import 'monaco-editor/languages/definitions/graphql/register.js'
import 'monaco-editor/languages/definitions/html/register.js'
import 'monaco-editor/languages/definitions/javascript/register.js'
import 'monaco-editor/languages/definitions/sql/register.js'
import 'monaco-editor/languages/definitions/xml/register.js'
import { registerJson } from './json-language.ts'
import { registerCompletions } from './owner-hints.ts'
import { registerPict } from './pict-language.ts'
import { followTheme } from './theme.ts'
import { registerReferences } from './references.ts'

// Without an answer Monaco makes blob workers, which the CSP rejects.
globalThis.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
}

// Keys of the application win over Monaco's.
editor.addKeybindingRules(
  [
    KeyMod.CtrlCmd | KeyCode.Enter,
    KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.Enter,
    KeyMod.CtrlCmd | KeyCode.KeyK,
    KeyMod.CtrlCmd | KeyCode.KeyI,
    KeyMod.CtrlCmd | KeyCode.KeyJ,
    KeyMod.CtrlCmd | KeyCode.KeyE,
    KeyMod.CtrlCmd | KeyCode.Period,
    KeyMod.CtrlCmd | KeyCode.Backslash,
  ].map((keybinding) => ({ keybinding, command: null })),
)

followTheme()
registerJson()
registerReferences()
registerPict()
registerCompletions()

export { editor }
