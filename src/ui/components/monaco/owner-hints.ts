import { editor, languages, MarkerSeverity, Range } from 'monaco-editor/editor/editor.api.js'
import type { CodeCompletion, CodeProblem } from '../fields/code-editor-props.ts'

/** Models that complete what their owner knows. */
const known = new WeakMap<editor.ITextModel, (text: string, offset: number) => CodeCompletion[]>()

const kinds = {
  name: languages.CompletionItemKind.Field,
  value: languages.CompletionItemKind.Value,
  word: languages.CompletionItemKind.Keyword,
}

/** Completion by the component that shows the editor; once per page. */
export function registerCompletions(): void {
  languages.registerCompletionItemProvider(['pict', 'json', 'sql'], {
    triggerCharacters: ['[', '"', ' ', '{', '.', ':'],
    provideCompletionItems(model, position) {
      const complete = known.get(model)
      if (!complete) return { suggestions: [] }
      const offset = model.getOffsetAt(position)
      return {
        suggestions: complete(model.getValue(), offset).map(({ label, kind, insert, from }, index) => {
          const start = model.getPositionAt(from)
          return {
            label,
            kind: kinds[kind],
            insertText: insert,
            filterText: insert,
            sortText: String(index).padStart(4, '0'),
            range: new Range(start.lineNumber, start.column, position.lineNumber, position.column),
          }
        }),
      }
    },
  })
}

/** Lets a model complete what its owner knows. */
export function offerCompletions(model: editor.ITextModel, complete: (text: string, offset: number) => CodeCompletion[]): void {
  known.set(model, complete)
}

/** Marks what is wrong in a model, instead of what was. */
export function markProblems(model: editor.ITextModel, problems: readonly CodeProblem[]): void {
  const markers = problems.slice(0, 50).map(({ from, to, text }) => {
    const [start, end] = [model.getPositionAt(from), model.getPositionAt(Math.max(to, from + 1))]
    return {
      severity: MarkerSeverity.Error,
      message: text,
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      endLineNumber: end.lineNumber,
      endColumn: end.column,
    }
  })
  editor.setModelMarkers(model, 'owner', markers)
}
