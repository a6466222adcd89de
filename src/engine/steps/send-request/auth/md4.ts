/** MD4 (RFC 1320), which NTLM makes its keys with. WebCrypto, node-forge and OpenSSL 3 have none. */
export function md4(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, message.length << 3, true)
  view.setUint32(padded.length - 4, message.length >>> 29, true)
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < padded.length; at += 64) addBlock(state, (index) => view.getUint32(at + index * 4, true))
  const digest = new Uint8Array(16)
  for (const [index, value] of state.entries()) new DataView(digest.buffer).setUint32(index * 4, value, true)
  return digest
}

type Mix = (x: number, y: number, z: number) => number

/** RFC 1320 section 3.4: what each round mixes with, adds, takes from the block in which order, and rotates by. */
const rounds: readonly { mix: Mix; constant: number; order: readonly number[]; turns: readonly number[] }[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    constant: 0,
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    turns: [3, 7, 11, 19],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    turns: [3, 5, 9, 13],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    turns: [3, 9, 11, 15],
  },
]

function addBlock(state: number[], word: (index: number) => number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (const { mix, constant, order, turns } of rounds) {
    for (const [step, index] of order.entries()) {
      const sum = (a + mix(b, c, d) + word(index) + constant) >>> 0
      const turn = turns[step % 4] ?? 0
      const turned = (sum << turn) | (sum >>> (32 - turn))
      ;[a, b, c, d] = [d, turned >>> 0, b, c]
    }
  }
  for (const [index, value] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + value) >>> 0
}
