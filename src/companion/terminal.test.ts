import { describe, expect, it } from 'vitest'
import { createStatusLine, hasColours, painted } from './terminal.ts'

const stream = (isTTY: boolean, columns = 20) => {
  const written: string[] = []
  return { isTTY, columns, hasColors: () => true, write: (text: string) => written.push(text) > 0, written }
}

describe('[P5] colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
  ])('terminal %s, %j: %s', (isTTY, environment, wanted) => {
    expect(hasColours(stream(isTTY), environment)).toBe(wanted)
  })

  it('end with their line', () => {
    expect(painted('a\nb\n', 'bad')).toBe('\u001b[31ma\u001b[0m\n\u001b[31mb\u001b[0m\n')
  })
})

describe('[P5] the status line', () => {
  /** What a terminal of one growing screen shows in the end. */
  function screen(written: readonly string[]): string[] {
    const lines = ['']
    // A name for the character that no expression may hold.
    const text = written.join('').replaceAll('\u001b', '␛')
    for (const [part] of text.matchAll(/\r␛\[2K|␛\[\d+m|\n|[^\n\r␛]+/g)) {
      if (part === '\n') lines.push('')
      else if (part.startsWith('\r')) lines[lines.length - 1] = ''
      else if (!part.startsWith('␛')) lines[lines.length - 1] += part
    }
    return lines
  }

  it('stays below what is written, also by pieces, and leaves nothing behind', () => {
    const out = stream(true)
    const line = createStatusLine(out, {})
    line?.show('1 of 2')
    line?.write(out, 'one\n')
    expect(screen(out.written)).toEqual(['one', '1 of 2'])
    line?.write(out, 'two ')
    line?.show('2 of 2')
    line?.write(out, 'more\n')
    expect(screen(out.written)).toEqual(['one', 'two more', '2 of 2'])
    line?.show(undefined)
    line?.write(out, 'end\n')
    expect(screen(out.written)).toEqual(['one', 'two more', 'end', ''])
  })

  it('has no colour where there are none', () => {
    const out = stream(true)
    createStatusLine(out, { NO_COLOR: '1' })?.show('1 of 2')
    expect(out.written.join('')).toBe('\r\u001b[2K1 of 2')
  })

  it('fits a line, whatever it contains; there is none in a pipe', () => {
    const out = stream(true, 10)
    createStatusLine(out, {})?.show('日本語日本語日本語')
    expect(screen(out.written)).toEqual(['日本語日'])
    expect(createStatusLine(stream(false), {})).toBeUndefined()
    expect(createStatusLine(stream(true), { TERM: 'dumb' })).toBeUndefined()
  })
})
