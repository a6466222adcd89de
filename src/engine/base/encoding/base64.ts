/** A binary string, one unit per byte: the input of `btoa`, and bytes read as Latin-1. */
export function binaryString(bytes: Uint8Array): string {
  let units = ''
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) units += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return units
}

/** Base64 with padding (RFC 4648 section 4). */
export const base64 = (bytes: Uint8Array): string => btoa(binaryString(bytes))
