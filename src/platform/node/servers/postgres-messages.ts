/** Bytes of one message that are read at most: more than of all rows of a response are kept. */
const longest = 128 * 1024 * 1024
/** The same of an error or a notice, which are gathered before they are passed on. */
const longestText = 1024 * 1024

/** An error or a notice: fields, each a letter and a text, up to a zero (PostgreSQL, Message Formats: ErrorResponse). */
const hasFields = (code: number | undefined): boolean => code === 0x45 || code === 0x4e

const brokenProtocol = (what: string): Error => new Error(`The server broke the protocol: ${what}`)

/** True if fields that start at `start` come to their end before `end`. */
function endsWithin(data: Buffer, start: number, end: number): boolean {
  for (let at = start; at >= start && at < end; at = data.indexOf(0, at) + 1) if (data[at] === 0) return true
  return false
}

/**
 * Goes over the fields of rows (PostgreSQL, Message Formats: DataRow). Their lengths alone tell pg where the next one is: with
 * one below -1 it goes back, and keeps the same bytes repeatedly, a gigabyte of a message of a few thousand.
 */
class RowFields {
  /** Fields that are still to come; undefined until their number is there. */
  #fields: number | undefined
  /** Bytes of a value that are still to come. */
  #skip = 0
  #number = 0
  #digits = 0

  begin(): void {
    this.#fields = undefined
    this.#skip = this.#number = this.#digits = 0
  }

  /** The next bytes of the row. Throws if they can't be those of one. */
  pass(data: Buffer, from: number, to: number): void {
    let at = from
    while (at < to && this.#fields !== 0) {
      const step = Math.min(this.#skip, to - at)
      this.#skip -= step
      at += step
      if (at === to) return
      this.#number = (this.#number << 8) | (data[at] ?? 0)
      this.#digits += 1
      at += 1
      if (this.#fields === undefined) {
        if (this.#digits < 2) continue
        this.#fields = this.#number
      } else {
        if (this.#digits < 4) continue
        if (this.#number < -1) throw brokenProtocol(`a value of ${this.#number} bytes`)
        this.#skip = Math.max(0, this.#number)
        this.#fields -= 1
      }
      this.#number = this.#digits = 0
    }
    this.#skip -= Math.min(this.#skip, to - at)
  }

  /** The row is over. Throws if it lacks fields: pg would take them from what comes behind it. */
  end(): void {
    if (this.#fields !== 0 || this.#skip > 0) throw brokenProtocol('a row shorter than its values')
  }
}

const isRow = (code: number | undefined): boolean => code === 0x44

/**
 * Looks at what a PostgreSQL server says before pg reads it. pg trusts the lengths that it receives, and looks for the end of
 * an error beyond the end of the message: in one that has none it would look forever, and nothing else would go on in the
 * program. No time limit would be heard meanwhile.
 */
export class PostgresMessages {
  /** The start of a message that could not be looked at yet. */
  #held: Buffer = Buffer.alloc(0)
  /** Bytes of the current message that are still to come, and pass. */
  #left = 0
  /** The current message is a row. */
  #inRow = false
  readonly #row = new RowFields()

  /** What of it may be read now. Throws if it is no message. */
  pass(part: Buffer): Buffer {
    const data = this.#held.length === 0 ? part : Buffer.concat([this.#held, part])
    let at = Math.min(this.#left, data.length)
    this.#left -= at
    if (at > 0) this.#look(data, 0, at)
    while (at + 5 <= data.length) {
      const length = data.readUInt32BE(at + 1)
      const isText = hasFields(data[at])
      if (length < 4) throw brokenProtocol(`a message of ${length} bytes, less than its length field`)
      if (length > (isText ? longestText : longest)) throw brokenProtocol(`a message of ${length} bytes`)
      const end = at + 1 + length
      if (isText && end > data.length) break
      if (isText && !endsWithin(data, at + 5, end)) throw brokenProtocol('an unterminated error')
      this.#left = Math.max(0, end - data.length)
      this.#inRow = isRow(data[at])
      if (this.#inRow) this.#row.begin()
      const next = Math.min(end, data.length)
      this.#look(data, at + 5, next)
      at = next
    }
    this.#held = data.subarray(at)
    return data.subarray(0, at)
  }

  #look(data: Buffer, from: number, to: number): void {
    if (!this.#inRow) return
    this.#row.pass(data, from, to)
    if (this.#left === 0) this.#row.end()
  }
}
