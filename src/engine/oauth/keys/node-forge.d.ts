/**
 * The parts of node-forge that are used, loaded one by one. Its published types know only the whole, and bring Node's types
 * into a worker. Bytes are strings of one unit a byte.
 */
declare module 'node-forge/lib/forge.js' {
  interface Bytes {
    getBytes(): string
  }
  interface Decipher {
    start(options: { iv: string }): void
    update(input: Bytes): void
    /** False: the padding is not valid. */
    finish(): boolean
    output: Bytes
  }
  interface Rc2Decipher extends Omit<Decipher, 'start'> {
    start(iv: string): void
  }
  interface MessageDigest {
    create(): { update(bytes: string): { digest(): Bytes } }
  }
  const forge: {
    util: { createBuffer(bytes: string): Bytes }
    cipher: { createDecipher(algorithm: '3DES-CBC' | 'DES-CBC', key: string): Decipher }
    rc2: { createDecryptionCipher(key: string, bits: number): Rc2Decipher }
    md: { md5: MessageDigest; sha1: MessageDigest; sha256: MessageDigest }
  }
  export default forge
}
declare module 'node-forge/lib/des.js' {}
declare module 'node-forge/lib/md5.js' {}
declare module 'node-forge/lib/rc2.js' {}
declare module 'node-forge/lib/sha1.js' {}
declare module 'node-forge/lib/sha256.js' {}
