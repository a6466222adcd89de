import { describe, expect, it } from 'vitest'
import { evaluate, tableOf } from './eval.ts'

describe('evaluation', () => {
  it('[A1] judges the recorded conversations as when they were recorded: nothing became wrong', { timeout: 60_000 }, async () => {
    const judged = await evaluate({ folder: 'eval' })
    const notRight = judged
      .filter(({ verdict }) => verdict !== 'right')
      .map(({ request, why }) => `${request.id}: ${why.join('; ')}`)
    expect(notRight, tableOf(judged)).toEqual([])
    expect(judged.length).toBeGreaterThan(25)
  })
})
