const end = /^(?:end|ends|ending|until|till|expires?|expiry|expiration|expiring|due|deadline|checkout|return)$/

/**
 * Whether a name is that of the time at which something ends: `endsAt`, `valid_to`, `checkOut`, `expiryDate`. What starts it is
 * earlier.
 */
export function namesAnEnd(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/check[\s_-]?out/i, 'checkout')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => !/^(?:at|on|date|time|day|)$/.test(word))
  return words.some((word) => end.test(word)) || words.at(-1) === 'to'
}
