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

/** Lets tedious give decimals as texts with all their digits: it makes numbers of them, which keep about 16 of the 38. */
export function keepDecimals(): void {
  const { readValue } = valueParser
  valueParser.readValue = (bytes, offset, metadata, options) => {
    // It reads first, since it says what has not come yet.
    const read = readValue(bytes, offset, metadata, options)
    const isDecimal = metadata.type.name === 'DecimalN' || metadata.type.name === 'NumericN'
    if (isDecimal && read.value !== null) read.value = readDecimal(bytes, offset, metadata.scale ?? 0)
    return read
  }
}
