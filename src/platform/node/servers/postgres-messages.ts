/** Bytes of one message that are read at most: more than of all rows of an answer are kept. */
const longest = 128 * 1024 * 1024
/** The same of an error or a notice, which are gathered before they are passed on. */
const longestText = 1024 * 1024

/** An error or a notice: fields, each a letter and a text, up to a zero (PostgreSQL, Message Formats: ErrorResponse). */
const hasFields = (code: number | undefined): boolean => code === 0x45 || code === 0x4e

const brokenProtocol = (what: string): Error => new Error(`The server broke the protocol: ${what}`)

/** True if fields that begin at `start` come to their end before `end`. */
function endsWithin(data: Buffer, start: number, end: number): boolean {
  for (let at = start; at >= start && at < end; at = data.indexOf(0, at) + 1) if (data[at] === 0) return true
  return false
}

/**
 * Looks at what a PostgreSQL server says before pg reads it. pg believes the lengths that it is told, and looks for the end of an error
 * beyond the end of the message: in one that has none it would look for ever, and nothing else would go on in the program.
 */
export class PostgresMessages {
  /** The beginning of a message that could not be looked at yet. */
  #held: Buffer = Buffer.alloc(0)
  /** Bytes of the current message that are still to come, and pass. */
  #left = 0

  /** What of it may be read now. Throws if it is no message. */
  pass(part: Buffer): Buffer {
    const data = this.#held.length === 0 ? part : Buffer.concat([this.#held, part])
    let at = Math.min(this.#left, data.length)
    this.#left -= at
    while (at + 5 <= data.length) {
      const length = data.readUInt32BE(at + 1)
      const isText = hasFields(data[at])
      if (length < 4) throw brokenProtocol(`a message of ${length} bytes, which is less than its length takes`)
      if (length > (isText ? longestText : longest)) throw brokenProtocol(`a message of ${length} bytes`)
      const end = at + 1 + length
      if (isText && end > data.length) break
      if (isText && !endsWithin(data, at + 5, end)) throw brokenProtocol('an error that has no end')
      this.#left = Math.max(0, end - data.length)
      at = Math.min(end, data.length)
    }
    this.#held = data.subarray(at)
    return data.subarray(0, at)
  }
}
