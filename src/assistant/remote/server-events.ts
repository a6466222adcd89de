/** One event of a stream, HTML Living Standard, "Server-sent events". */
export interface ServerEvent {
  event: string
  data: string
}

/** Reads events from the text of a stream, however it is cut: give each piece to `read`, and what remains to `end`. */
export function createEventReader(onEvent: (event: ServerEvent) => void): { read(text: string): void; end(): void } {
  let rest = ''
  let event = ''
  let data: string[] = []
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
  }
  const lines = (final: boolean) => {
    for (;;) {
      const found = /\r\n|\r|\n/.exec(rest)
      // A \r at the very end may be half of \r\n.
      if (!found || (!final && found[0] === '\r' && found.index === rest.length - 1)) return
      const end = found.index
      const one = rest.slice(0, end)
      rest = rest.slice(end + found[0].length)
      line(one)
    }
  }
  return {
    read(text) {
      rest += text
      lines(false)
    },
    // Some servers forget the blank line after the last event.
    end() {
      lines(true)
      if (rest !== '') line(rest)
      rest = ''
      line('')
    },
  }
}
