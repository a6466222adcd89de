import { expect, it } from 'vitest'
import { mask, unmask } from './word-masks.ts'

const key = Uint8Array.of(0x12, 0xff, 0, 0x80)
const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37) & 255)

it('[R42] masks are taken off as RFC 6455 says, wherever the bytes lie and however many they are', () => {
  for (let offset = 0; offset < 5; offset += 1)
    for (let length = 0; length < 20; length += 1) {
      const whole = bytes.slice()
      unmask(whole.subarray(offset, offset + length), key)
      const expected = bytes.map((byte, at) =>
        at < offset || at >= offset + length ? byte : byte ^ (key[(at - offset) & 3] ?? 0),
      )
      expect(whole, `${length} from ${offset}`).toEqual(expected)
    }
})

it('[R42] a mask is put on behind what stands there already', () => {
  const output = new Uint8Array(12)
  mask(bytes, key, output, 5, 7)
  expect(output.subarray(0, 5)).toEqual(new Uint8Array(5))
  unmask(output.subarray(5), key)
  expect(output.subarray(5)).toEqual(bytes.subarray(0, 7))
})
