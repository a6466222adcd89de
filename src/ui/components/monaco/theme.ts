import { editor } from 'monaco-editor/editor/editor.api.js'

/** Reads tokens as hexadecimal colours, which is all that Monaco takes. */
function readTokens(names: readonly string[]): Record<string, string> {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const colours: Record<string, string> = {}
  for (const name of names) {
    probe.style.color = `var(--${name})`
    if (context) {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = getComputedStyle(probe).color
      context.fillRect(0, 0, 1, 1)
    }
    const bytes = context?.getImageData(0, 0, 1, 1).data ?? [0, 0, 0]
    colours[name] = `#${[bytes[0], bytes[1], bytes[2]].map((byte) => (byte ?? 0).toString(16).padStart(2, '0')).join('')}`
  }
  probe.remove()
  return colours
}

function defineTheme(): void {
  const names = [
    'paper',
    'raised',
    'line',
    'line-strong',
    'ink',
    'ink-2',
    'ink-3',
    'accent',
    'accent-wash',
    'focus',
    'frame',
    'running',
  ]
  const token = readTokens(names)
  const of = (name: string) => token[name] ?? '#808080'
  const plain = (name: string) => of(name).slice(1)
  const dark = Number.parseInt(plain('paper').slice(0, 2), 16) < 128
  editor.defineTheme('assay', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: plain('ink') },
      { token: 'string', foreground: plain('accent') },
      // As the response shows it.
      { token: 'string.key.json', foreground: plain('accent') },
      { token: 'string.value.json', foreground: plain('ink') },
      { token: 'number', foreground: plain('running') },
      { token: 'keyword', foreground: plain('ink'), fontStyle: 'bold' },
      { token: 'keyword.json', foreground: plain('running') },
      { token: 'keyword.sql', foreground: plain('ink'), fontStyle: 'bold' },
      { token: 'predefined.sql', foreground: plain('ink-2') },
      { token: 'string.sql', foreground: plain('accent') },
      { token: 'operator.sql', foreground: plain('ink-2') },
      { token: 'tag', foreground: plain('accent') },
      { token: 'attribute.name', foreground: plain('ink-2') },
      { token: 'attribute.value', foreground: plain('accent') },
      { token: 'metatag', foreground: plain('ink-2') },
      { token: 'type', foreground: plain('ink') },
      { token: 'delimiter', foreground: plain('ink-2') },
      { token: 'delimiter.bracket.json', foreground: plain('ink-2') },
      { token: 'delimiter.array.json', foreground: plain('ink-2') },
      { token: 'delimiter.colon.json', foreground: plain('ink-2') },
      { token: 'delimiter.comma.json', foreground: plain('ink-2') },
      { token: 'delimiter.html', foreground: plain('ink-2') },
      { token: 'delimiter.xml', foreground: plain('ink-2') },
      { token: 'variable.json', foreground: plain('accent') },
      { token: 'comment', foreground: plain('ink-2'), fontStyle: 'italic' },
    ],
    colors: {
      'editor.background': of('paper'),
      'editor.foreground': of('ink'),
      'editorLineNumber.foreground': of('ink-2'),
      'editorLineNumber.activeForeground': of('ink'),
      'editorCursor.foreground': of('ink'),
      'editor.selectionBackground': `${of('accent')}40`,
      'editor.inactiveSelectionBackground': `${of('accent')}26`,
      'editor.selectionHighlightBackground': `${of('accent')}26`,
      'editor.lineHighlightBorder': '#00000000',
      'editor.lineHighlightBackground': of('frame'),
      'editorIndentGuide.background1': of('line'),
      'editorIndentGuide.activeBackground1': of('line-strong'),
      'editorBracketHighlight.foreground1': of('ink-2'),
      'editorBracketHighlight.foreground2': of('ink-2'),
      'editorBracketHighlight.foreground3': of('ink-2'),
      'editorBracketHighlight.foreground4': of('ink-2'),
      'editorBracketHighlight.foreground5': of('ink-2'),
      'editorBracketHighlight.foreground6': of('ink-2'),
      'editorBracketHighlight.unexpectedBracket.foreground': of('ink-2'),
      'editorBracketMatch.background': of('accent-wash'),
      'editorBracketMatch.border': of('line-strong'),
      'editorWidget.background': of('raised'),
      'editorWidget.border': of('line-strong'),
      'editorSuggestWidget.background': of('raised'),
      'editorSuggestWidget.border': of('line-strong'),
      'editorSuggestWidget.selectedBackground': of('accent-wash'),
      'editorSuggestWidget.selectedForeground': of('ink'),
      'editorSuggestWidget.highlightForeground': of('accent'),
      'editorSuggestWidget.focusHighlightForeground': of('accent'),
      'editorHoverWidget.background': of('raised'),
      'editorHoverWidget.border': of('line-strong'),
      'input.background': of('paper'),
      'input.border': of('line'),
      focusBorder: of('focus'),
      'scrollbarSlider.background': `${of('line-strong')}80`,
      'widget.shadow': '#00000022',
    },
  })
  editor.setTheme('assay')
}

/** Makes Monaco's theme of the tokens, and makes it again whenever light and dark change. */
export function followTheme(): void {
  defineTheme()
  new MutationObserver(defineTheme).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', defineTheme)
}
