import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BodyGatherer } from './body-gatherer.ts'

describe('gathering a body', () => {
  it('[H5] keeps the bytes in their order, up to the limit, whatever the parts are', () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 2000 }), (given, most) => {
        const gatherer = new BodyGatherer(most)
        for (const part of given) gatherer.add(part)
        const all = given.flatMap((part) => [...part])
        expect([...gatherer.take()]).toEqual(all.slice(0, most))
        expect([gatherer.size, gatherer.isOver]).toEqual([all.length, all.length > most])
      }),
    )
  })

  it('[H5] parts of one byte, copied from one buffer, are kept in blocks', () => {
    const length = 300 * 1024
    const gatherer = new BodyGatherer(length)
    const part = new Uint8Array(1)
    for (let index = 0; index < length; index++) {
      part[0] = index % 251
      gatherer.add(index === 0 ? part.slice() : part)
    }
    const body = gatherer.take()
    expect(body.length).toBe(length)
    expect(body.every((byte, index) => byte === index % 251)).toBe(true)
  })

  it('[H5] a body of one part is that part', () => {
    const gatherer = new BodyGatherer(10)
    const part = new Uint8Array([1, 2, 3])
    gatherer.add(part)
    expect(gatherer.take()).toBe(part)
    expect(new BodyGatherer(10).take()).toHaveLength(0)
  })
})
