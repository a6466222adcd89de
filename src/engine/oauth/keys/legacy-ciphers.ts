import forge from 'node-forge/lib/forge.js'
// Each of these adds itself to forge; the whole of it would be ten times as much.
import 'node-forge/lib/des.js'
import 'node-forge/lib/rc2.js'

/** Ciphers that WebCrypto lacks and old key files use; all in CBC. */
export type LegacyCipher = '3DES' | 'DES' | 'RC2-40' | 'RC2-64' | 'RC2-128'

const binary = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
const bytesOf = (units: string): Uint8Array<ArrayBuffer> => Uint8Array.from(units, (unit) => unit.charCodeAt(0))

/** 3DES with two keys uses the first one again. */
const threeKeys = (key: Uint8Array): Uint8Array => (key.length === 16 ? Uint8Array.of(...key, ...key.subarray(0, 8)) : key)

/** Decrypts; undefined if what comes out has no valid padding, as with a wrong password. */
export function decryptLegacy(
  cipher: LegacyCipher,
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const input = forge.util.createBuffer(binaryOf(data))
  if (cipher === '3DES' || cipher === 'DES') {
    const decipher = forge.cipher.createDecipher(`${cipher}-CBC`, binary(threeKeys(key)))
    decipher.start({ iv: binary(iv) })
    decipher.update(input)
    return decipher.finish() ? bytesOf(decipher.output.getBytes()) : undefined
  }
  const decipher = forge.rc2.createDecryptionCipher(binary(key), Number(cipher.slice(4)))
  decipher.start(binary(iv))
  decipher.update(input)
  return decipher.finish() ? bytesOf(decipher.output.getBytes()) : undefined
}

/** A long array has too many bytes for one call. */
function binaryOf(bytes: Uint8Array): string {
  let units = ''
  for (let at = 0; at < bytes.length; at += 8192) units += binary(bytes.subarray(at, at + 8192))
  return units
}
