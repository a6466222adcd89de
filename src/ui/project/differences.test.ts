import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'

describe('differences', () => {
  it('[R22] name the place by names and show both sides', () => {
    const here = { name: 'Case', steps: [{ id: 'a', name: 'Get token', clientId: 'x' }] }
    const there = {
      name: 'Case',
      steps: [
        { id: 'a', name: 'Get token', clientId: 'y' },
        { id: 'b', name: 'Wait' },
      ],
    }
    expect(differences(here, there)).toEqual([
      { path: 'steps > Get token > clientId', here: 'x', there: 'y' },
      { path: 'steps > Wait', here: '', there: 'Wait' },
    ])
    expect(differences(here, structuredClone(here))).toEqual([])
  })
})
