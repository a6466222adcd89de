import forge from 'node-forge/lib/forge.js'
import 'node-forge/lib/md5.js'
import 'node-forge/lib/sha1.js'
import 'node-forge/lib/sha256.js'

/**
 * Digests without waiting: the thousands of rounds that make a key of a password are slow when each of them is a promise, as in
 * WebCrypto. MD5 it does not have at all.
 */
const digest =
  (name: 'md5' | 'sha1' | 'sha256') =>
  (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
    const hash = forge.md[name].create().update(String.fromCharCode(...bytes))
    return Uint8Array.from(hash.digest().getBytes(), (unit) => unit.charCodeAt(0))
  }

/** RFC 1321; for old PEM files. */
export const md5 = digest('md5')

/** FIPS 180-4; for old PFX files. */
export const sha1 = digest('sha1')

/** FIPS 180-4; for the checksum of PFX files. */
export const sha256 = digest('sha256')
