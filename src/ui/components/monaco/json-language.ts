import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { editor, languages, MarkerSeverity } from 'monaco-editor/editor/editor.api.js'
import { standIn } from '../fields/json-problem.ts'
import { typingTexts } from '../fields/typing-texts.ts'

/** What is wrong with a JSON text, by the parser's code. */
const jsonErrorTexts: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Expected a JSON value: string, number, true, false, null, object or array.',
  InvalidNumberFormat: 'Invalid JSON number.',
  PropertyNameExpected: 'Expected a name in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Missing closing }.',
  CloseBracketExpected: 'Missing closing ].',
  EndOfFileExpected: 'Unexpected text after the value.',
  InvalidCommentToken: "JSON doesn't allow comments.",
  UnexpectedEndOfString: 'Missing closing quote.',
  InvalidEscapeCharacter: 'Invalid escape.',
  InvalidCharacter: 'Escape this character.',
}

/** Longer texts are not checked at every key. */
const limit = 500_000

/**
 * JSON for Monaco: colours, brackets, comments rejected. Monaco's own JSON service is omitted: it knows no `${…}`, and brings
 * every part of the editor with it.
 */
export function registerJson(): void {
  languages.register({ id: 'json', mimetypes: ['application/json'] })
  languages.setLanguageConfiguration('json', {
    wordPattern: /(-?\d*\.\d\w*)|([^[{\]}:",\s]+)/,
    brackets: [
      ['{', '}'],
      ['[', ']'],
    ],
    autoClosingPairs: [
      { open: '{', close: '}', notIn: ['string'] },
      { open: '[', close: ']', notIn: ['string'] },
      { open: '"', close: '"', notIn: ['string'] },
    ],
    indentationRules: { increaseIndentPattern: /[[{]\s*$/, decreaseIndentPattern: /^\s*[\]}]/ },
  })
  languages.setMonarchTokensProvider('json', {
    tokenPostfix: '.json',
    tokenizer: {
      root: [
        [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'string.key'],
        [/"(?:[^"\\]|\\.)*"?/, 'string.value'],
        [/\$\{[^}]*\}?/, 'variable'],
        [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
        [/\b(?:true|false|null)\b/, 'keyword'],
        [/[{}[\],:]/, 'delimiter'],
      ],
    },
  })
}

/** Marks what is wrong in a JSON model; references outside quotes stand for values (T6). */
export function markJson(model: editor.ITextModel): void {
  const text = model.getValue()
  const errors: ParseError[] = []
  if (text.trim() !== '' && text.length <= limit) parse(standIn(text), errors, { disallowComments: true })
  editor.setModelMarkers(
    model,
    'json',
    errors.slice(0, 20).map((error) => {
      const from = model.getPositionAt(error.offset)
      const to = model.getPositionAt(error.offset + Math.max(1, error.length))
      return {
        severity: MarkerSeverity.Error,
        message: jsonErrorTexts[printParseErrorCode(error.error)] ?? typingTexts.jsonError,
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      }
    }),
  )
}
