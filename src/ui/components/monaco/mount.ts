import { createEffect, on, onCleanup } from 'solid-js'
import type { CodeEditorProps, CodeLanguage } from '../fields/code-editor-props.ts'
import { typingTexts } from '../fields/typing-texts.ts'
import type { VariableHints } from '../references/variables.tsx'
import { markJson } from './json-language.ts'
import { editor } from './monaco.ts'
import { markProblems, offerCompletions } from './owner-hints.ts'
import { markReferences, offerReferences } from './references.ts'

const languageIds: Record<CodeLanguage, string> = {
  json: 'json',
  javascript: 'javascript',
  text: 'plaintext',
  sql: 'sql',
  html: 'html',
  xml: 'xml',
  graphql: 'graphql',
  pict: 'pict',
}

/**
 * Puts Monaco into an element and keeps it in step with the component's properties; call it under the component's owner.
 *
 * @param from The textarea that it replaces: its focus and selection are taken over.
 */
export function mountMonaco(
  host: HTMLElement,
  props: CodeEditorProps,
  hints: VariableHints | undefined,
  from: HTMLTextAreaElement | undefined,
): void {
  const withVariables = props.variables !== false && !props.readOnly
  const model = editor.createModel(props.value, languageIds[props.language])
  if (withVariables) offerReferences(model, hints)
  const widgets = placeForWidgets(host)
  const instance = editor.create(host, {
    model,
    theme: 'assay',
    ariaLabel: props.label,
    readOnly: props.readOnly ?? false,
    domReadOnly: props.readOnly ?? false,
    automaticLayout: true,
    fixedOverflowWidgets: true,
    overflowWidgetsDomNode: widgets,
    editContext: false,
    fontFamily: getComputedStyle(host).fontFamily,
    fontSize: 12,
    lineHeight: 18,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 8,
    padding: { top: 6, bottom: 6 },
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'none',
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
    overviewRulerBorder: false,
    stickyScroll: { enabled: false },
    bracketPairColorization: { enabled: false },
    guides: { indentation: false },
    unicodeHighlight: { ambiguousCharacters: false },
    occurrencesHighlight: 'off',
    wordBasedSuggestions: 'off',
    wordWrap: 'on',
    links: false,
    contextmenu: false,
    tabSize: 2,
    scrollbar: { verticalScrollbarSize: 8, horizontalScrollbarSize: 8, alwaysConsumeMouseWheel: false },
  })

  const marks = instance.createDecorationsCollection()
  const mark = () => marks.set(markReferences(model, hints))
  const check = () => {
    if (props.language === 'json' && !props.readOnly) markJson(model)
  }
  let outside = false
  model.onDidChangeContent(() => {
    if (withVariables) mark()
    check()
    if (!outside) props.onInput?.(model.getValue())
  })
  createEffect(
    on(
      () => props.value,
      (value) => {
        if (value === model.getValue()) return
        outside = true
        instance.pushUndoStop()
        instance.executeEdits('outside', [{ range: model.getFullModelRange(), text: value }])
        if (model.getValue() !== value) model.setValue(value)
        instance.pushUndoStop()
        outside = false
      },
      { defer: true },
    ),
  )
  createEffect(() => {
    editor.setModelLanguage(model, languageIds[props.language])
    check()
  })
  createEffect(() => instance.updateOptions({ readOnly: props.readOnly ?? false, domReadOnly: props.readOnly ?? false }))
  if (withVariables)
    createEffect(() => {
      hints?.()
      mark()
    })
  const { complete } = props
  if (complete && !props.readOnly) offerCompletions(model, complete)
  createEffect(() => markProblems(model, props.problems ?? []))
  leaveByTab(instance, props.readOnly ?? false)

  insertWhole(instance, host)
  const input = host.querySelector('textarea')
  input?.setAttribute('aria-description', props.readOnly ? '' : typingTexts.leaveEditor)
  if (from && document.activeElement === from) {
    instance.setSelection(positions(model, from.selectionStart, from.selectionEnd))
    instance.focus()
  }
  onCleanup(() => {
    instance.dispose()
    model.dispose()
    widgets.remove()
  })
}

/** Where completions and explanations stand: a part of the page that is painted by itself would cut off what hangs over its edge. */
function placeForWidgets(host: HTMLElement): HTMLElement {
  const place = document.createElement('div')
  place.className = 'monaco-editor code-editor-widgets'
  ;(host.closest('dialog') ?? document.body).append(place)
  return place
}

function positions(model: editor.ITextModel, start: number, end: number) {
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(end)
  return {
    selectionStartLineNumber: from.lineNumber,
    selectionStartColumn: from.column,
    positionLineNumber: to.lineNumber,
    positionColumn: to.column,
  }
}

/** Tab writes a tab; after Escape it moves on, until something is typed (WCAG 2.1.2). A read-only editor never keeps it. */
function leaveByTab(instance: editor.IStandaloneCodeEditor, readOnly: boolean): void {
  if (readOnly) {
    instance.updateOptions({ tabFocusMode: true })
    return
  }
  let leaving = false
  const set = (next: boolean) => {
    if (next === leaving) return
    leaving = next
    instance.updateOptions({ tabFocusMode: next })
  }
  instance.onKeyDown((event) => {
    if (event.browserEvent.key === 'Escape') set(true)
    else if (event.browserEvent.key !== 'Tab' && event.browserEvent.key !== 'Shift') set(false)
  })
  instance.onDidBlurEditorText(() => set(false))
}

/** Text that comes in one piece (dictation, phones' keyboards) is put in unchanged: closing brackets by itself would garble it. */
function insertWhole(instance: editor.IStandaloneCodeEditor, host: HTMLElement): void {
  host.addEventListener(
    'beforeinput',
    (event) => {
      const selection = instance.getSelection()
      if (event.inputType !== 'insertText' || !event.data || event.data.length < 2 || event.isComposing || !selection) return
      event.preventDefault()
      event.stopPropagation()
      instance.pushUndoStop()
      instance.executeEdits('whole', [{ range: selection, text: event.data, forceMoveMarkers: true }])
      instance.pushUndoStop()
    },
    true,
  )
}
