const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A short random id: ten characters of Crockford's base32, 50 bits. `bytes` gives that many random bytes. */
export const shortId = (bytes: (length: number) => Uint8Array): string =>
  Array.from(bytes(10), (byte) => alphabet[byte & 31]).join('')
