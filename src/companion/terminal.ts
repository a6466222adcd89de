import type { TextStyle } from '#engine/reporters/reporter.ts'
import type { Host, Output } from './host.ts'

type Environment = Host['environment']
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write' | 'hasColors'>

/** Select Graphic Rendition (ECMA-48): colours of the terminal's own palette. */
const codes: Record<TextStyle, string> = { good: '32', bad: '31', warning: '33', dim: '2' }

/** Whether a stream gets colours: `FORCE_COLOR` decides, then `NO_COLOR` (no-color.org), then whether it is a terminal that has any. */
export function hasColours(stream: Stream, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return stream.isTTY && !environment['NO_COLOR'] && stream.hasColors()
}

/** A text in a colour, line by line: what reads a log line by line loses none. */
export const painted = (text: string, style: TextStyle): string =>
  text.replaceAll(/[^\n]+/g, `\u001b[${codes[style]}m$&\u001b[0m`)

/** A line at the bottom of a terminal that makes room for all that is written. */
export interface StatusLine {
  show: NonNullable<Output['status']>
  /** Writes to a stream of the terminal. */
  write(stream: Stream, text: string): void
}

const erase = '\r\u001b[2K'

/** The status line of a terminal; undefined if the stream isn't one that can move its cursor. */
export function createStatusLine(terminal: Stream, environment: Environment): StatusLine | undefined {
  if (!terminal.isTTY || environment['TERM'] === 'dumb') return undefined
  const isColoured = hasColours(terminal, environment)
  let status = ''
  let isShown = false
  let isAtLineStart = true
  const draw = (): void => {
    if (status === '' || !isAtLineStart) return
    const shown = fitting(status, (terminal.columns || 80) - 1)
    terminal.write(`${erase}${isColoured ? painted(shown, 'dim') : shown}`)
    isShown = true
  }
  const hide = (): void => {
    if (isShown) terminal.write(erase)
    isShown = false
  }
  return {
    show(text) {
      status = text ?? ''
      if (status === '') hide()
      else draw()
    },
    write(stream, text) {
      hide()
      stream.write(text)
      isAtLineStart = text.endsWith('\n')
      draw()
    },
  }
}

/** The start of a text that takes no more columns: a line that wraps can't be erased. */
function fitting(text: string, columns: number): string {
  let shown = ''
  let left = columns
  for (const character of text) {
    // East Asian characters and emoji take two.
    left -= (character.codePointAt(0) ?? 0) >= 0x11_00 ? 2 : 1
    if (left < 0) return shown
    shown += character
  }
  return shown
}
