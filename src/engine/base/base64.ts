/** A string of one unit a byte: what `btoa` takes, and what Latin-1 reads. */
export function binaryString(bytes: Uint8Array): string {
  let units = ''
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) units += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return units
}

/** Base64 with padding (RFC 4648 section 4). */
export const base64 = (bytes: Uint8Array): string => btoa(binaryString(bytes))
