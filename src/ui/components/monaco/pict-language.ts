import { languages } from 'monaco-editor/editor/editor.api.js'

/** PICT's text for Monaco: its colours; once per page. */
export function registerPict(): void {
  languages.register({ id: 'pict' })
  languages.setLanguageConfiguration('pict', {
    comments: { lineComment: '#' },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
  })
  languages.setMonarchTokensProvider('pict', {
    ignoreCase: true,
    tokenizer: {
      root: [
        [/^\s*#.*$/, 'comment'],
        [/\[[^\]]*\]?/, 'attribute.value'],
        [/"(?:[^"\\]|\\.)*"?/, 'string'],
        [/\b(?:if|then|else|and|or|not|in|like|isnegative|ispositive)\b/, 'keyword'],
        [/-?\b\d+(?:\.\d+)?\b/, 'number'],
        [/[{}()<>=,;|~@:]/, 'delimiter'],
        [/[^\s[\]{}()<>=,;|~@:"#]+/, ''],
      ],
    },
  })
}
