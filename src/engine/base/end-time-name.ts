const end = /^(?:end|ends|ending|until|till|expires?|expiry|expiration|expiring|due|deadline|checkout|return)$/

/**
 * Whether a name is of an end time, such as `endsAt`, `valid_to`, `checkOut` or `expiryDate`. It must be later than the
 * matching start.
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
