/** Bytes of base64 or base64url, with or without padding, white space ignored; undefined if it is neither. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const compact = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(compact) || compact.length % 4 === 1) return undefined
  return Uint8Array.from(atob(compact), (unit) => unit.charCodeAt(0))
}
