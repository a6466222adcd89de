import valueParser from 'tedious/lib/value-parser.js'

/** A decimal with so many digits after its point. */
function decimalText(units: bigint, scale: number, isNegative: boolean): string {
  const digits = String(units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${isNegative && units > 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`
}

/** A decimal of TDS: its length, its sign, its units with the lowest byte first (MS-TDS section 2.2.5.5.1.6). */
export function readDecimal(bytes: Uint8Array, offset: number, scale: number): string {
  const last = offset + (bytes[offset] ?? 0)
  let units = 0n
  for (let at = last; at > offset + 1; at -= 1) units = (units << 8n) | BigInt(bytes[at] ?? 0)
  return decimalText(units, scale, bytes[offset + 1] === 0)
}

/** An amount of money, in units of a ten-thousandth: 4 bytes, or 8 of which the upper half comes first (MS-TDS section 2.2.5.5.1.2). */
function readMoney(bytes: Buffer, offset: number, length: number): string {
  const units =
    length === 4
      ? BigInt(bytes.readInt32LE(offset))
      : (BigInt(bytes.readInt32LE(offset)) << 32n) | BigInt(bytes.readUInt32LE(offset + 4))
  return decimalText(units < 0n ? -units : units, 4, units < 0n)
}

/** Types whose values are texts with all their digits, once {@link keepDecimals} was called. */
export const decimalTypes: ReadonlySet<string> = new Set(['DecimalN', 'NumericN', 'Money', 'SmallMoney', 'MoneyN'])

/** Lets tedious give decimals and money as texts with all their digits: it makes numbers of them, which keep about 16 of the 38. */
export function keepDecimals(): void {
  const { readValue } = valueParser
  valueParser.readValue = (bytes, offset, metadata, options) => {
    // It reads first, since it says what has not come yet.
    const read = readValue(bytes, offset, metadata, options)
    const { name } = metadata.type
    if (!decimalTypes.has(name) || read.value === null) return read
    // Only types that may be NULL have their length before the value.
    const start = name === 'MoneyN' ? offset + 1 : offset
    read.value = name.includes('Money')
      ? readMoney(bytes, start, read.offset - start)
      : readDecimal(bytes, offset, metadata.scale ?? 0)
    return read
  }
}
