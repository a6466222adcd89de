import { expect, it, vi } from 'vitest'
import { removePool } from './sqlite-pool.ts'

it('[R16] a project is removed where the browser has no place for its databases', async () => {
  vi.stubGlobal('navigator', {})
  await expect(removePool('p1')).resolves.toBeUndefined()
  vi.stubGlobal('navigator', { storage: {} })
  await expect(removePool('p1')).resolves.toBeUndefined()
  vi.unstubAllGlobals()
})
