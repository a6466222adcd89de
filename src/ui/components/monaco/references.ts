import { languages, Range, type editor } from 'monaco-editor/editor/editor.api.js'
import { functions, isFunction, openReference, scanReferences } from '../references/references.ts'
import { typingTexts } from '../fields/typing-texts.ts'
import type { VariableHints } from '../references/variables.tsx'

/** Models that complete and explain `${…}`, with their variables. */
const known = new WeakMap<editor.ITextModel, VariableHints | undefined>()

/** Texts longer than this are not searched for references at every key. */
const limit = 200_000
/** References that are marked; the editor draws each of them. */
const mostMarks = 5_000

const ids = ['json', 'javascript', 'plaintext', 'sql', 'html', 'xml', 'graphql']

/** Completion and hover for `${…}` in all languages; once per page. */
export function registerReferences(): void {
  languages.registerCompletionItemProvider(ids, {
    triggerCharacters: ['{', '.'],
    provideCompletionItems(model, position) {
      if (!known.has(model)) return { suggestions: [] }
      const line = model.getLineContent(position.lineNumber)
      const open = openReference(line, position.column - 1)
      if (!open) return { suggestions: [] }
      const closing = line[position.column - 1] === '}' ? 1 : 0
      const range = new Range(position.lineNumber, open.start + 1, position.lineNumber, position.column + closing)
      const filter = (name: string) => `\${${name}${closing ? '}' : ''}`
      const variables = [...(known.get(model)?.().values() ?? [])].map((variable) => ({
        label: { label: variable.name, description: variable.scope },
        kind: languages.CompletionItemKind.Variable,
        detail: variable.value || typingTexts.emptyValue,
        insertText: `\${${variable.name}}`,
        filterText: filter(variable.name),
        sortText: `0${variable.name}`,
        range,
      }))
      const builtIn = functions.map((entry) => ({
        label: { label: entry.name, description: typingTexts.functionScope },
        kind: languages.CompletionItemKind.Function,
        detail: entry.value,
        insertText: `\${${entry.insert}}`,
        filterText: filter(entry.name),
        sortText: `1${entry.name}`,
        range,
      }))
      return { suggestions: [...variables, ...builtIn] }
    },
  })
  languages.registerHoverProvider(ids, {
    provideHover(model, position) {
      if (!known.has(model)) return null
      const line = model.getLineContent(position.lineNumber)
      const at = position.column - 1
      const reference = scanReferences(line).find((one) => one.start <= at && at < one.end)
      if (!reference) return null
      const hint = known.get(model)?.().get(reference.name)
      const builtIn = functions.find((entry) => entry.name === reference.name)
      const lines =
        hint?.loop !== undefined
          ? [`**${hint.name}**`, typingTexts.onlyInLoop(hint.loop)]
          : hint
            ? [
                `**${hint.name}** · ${hint.scope}`,
                `\`${(hint.value || typingTexts.emptyValue).replaceAll('`', "'").slice(0, 300)}\``,
              ]
            : isFunction(reference.name)
              ? [`**${reference.name}** · ${typingTexts.functionScope}`, builtIn?.value ?? '']
              : [reference.closed ? typingTexts.unknownVariable : typingTexts.unclosed]
      return {
        range: new Range(position.lineNumber, reference.start + 1, position.lineNumber, reference.end + 1),
        contents: lines.filter((value) => value !== '').map((value) => ({ value })),
      }
    },
  })
}

/** Lets a model complete and explain `${…}`. */
export function offerReferences(model: editor.ITextModel, hints: VariableHints | undefined): void {
  known.set(model, hints)
}

/** Where references stand, as decorations; unknown ones apart. */
export function markReferences(model: editor.ITextModel, hints: VariableHints | undefined): editor.IModelDeltaDecoration[] {
  if (model.getValueLength() > limit) return []
  const variables = hints?.()
  return scanReferences(model.getValue(), mostMarks).map((reference) => {
    const from = model.getPositionAt(reference.start)
    const to = model.getPositionAt(reference.end)
    const hint = variables?.get(reference.name)
    const isSet = hint !== undefined && hint.loop === undefined
    const fine = reference.closed && (!variables || isSet || isFunction(reference.name))
    return {
      range: new Range(from.lineNumber, from.column, to.lineNumber, to.column),
      options: { inlineClassName: fine ? 'code-editor-variable' : 'code-editor-variable code-editor-unknown' },
    }
  })
}
