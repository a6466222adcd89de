import { describe, expect, it } from 'vitest'
import { namedDifferences } from './differences.ts'

describe('named differences', () => {
  it('[R22] name the place by names and show both sides', () => {
    const here = { name: 'Case', steps: [{ id: 'a', name: 'Get token', clientId: 'x' }] }
    const there = {
      name: 'Case',
      steps: [
        { id: 'a', name: 'Get token', clientId: 'y' },
        { id: 'b', name: 'Wait' },
      ],
    }
    expect(namedDifferences(here, there)).toEqual([
      { path: 'steps > Get token > clientId', here: 'x', there: 'y' },
      { path: 'steps > Wait', here: '', there: 'Wait' },
    ])
    expect(namedDifferences(here, structuredClone(here))).toEqual([])
  })

  it('[R22] say of what moved where it is on both sides, and nothing of what stands behind it', () => {
    const step = (name: string) => ({ id: name, name })
    const here = { name: 'Case', steps: ['Log in', 'Wait', 'Order'].map(step) }
    const there = { name: 'Case', steps: ['Wait', 'Order', 'Log in'].map(step) }
    expect(namedDifferences(here, there, 'Case')).toEqual([
      { path: 'Case > steps > Log in', here: 'first in Case', there: 'after Order in Case' },
    ])
  })
})
