import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRoute, parseRoute, type Route } from './route.ts'

describe('route', () => {
  it('[P8] the address names project, suite, case and step', () => {
    expect(parseRoute('#/p/x/c/c1/s/t1')).toEqual({ project: 'x', case: 'c1', step: 't1' })
    expect(parseRoute('#/p/x/u/s1')).toEqual({ project: 'x', suite: 's1' })
    expect(parseRoute('#/p/x/c/c1')).toEqual({ project: 'x', case: 'c1' })
    expect(parseRoute('#/p/x/t/connections')).toEqual({ project: 'x', tab: 'connections' })
    expect(parseRoute('#/p/x/d/g1')).toEqual({ project: 'x', design: 'g1' })
    expect(parseRoute('#/p/x')).toEqual({ project: 'x' })
  })

  it('[P8] an unknown address is the empty route, and nothing throws', () => {
    for (const hash of ['', '#', '#/', '#/q/1', '#/p/', '#/p/%E0%A4%A']) expect(() => parseRoute(hash)).not.toThrow()
    expect(parseRoute('#/nothing')).toEqual({})
  })

  it('[P8] ids of any characters survive the address', () => {
    const id = string({ minLength: 1, unit: 'grapheme' })
    assert(
      property(id, id, id, (project, opened, step) => {
        const route: Route = { project, case: opened, step }
        expect(parseRoute(formatRoute(route))).toEqual(route)
        expect(parseRoute(formatRoute({ project, suite: opened }))).toEqual({ project, suite: opened })
        expect(parseRoute(formatRoute({ project, tab: opened }))).toEqual({ project, tab: opened })
        expect(parseRoute(formatRoute({ project, design: opened }))).toEqual({ project, design: opened })
      }),
    )
  })
})
