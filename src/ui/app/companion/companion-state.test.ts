import { createRoot } from 'solid-js'
import { expect, it } from 'vitest'
import type { ProjectContext } from '../../project/project-context.ts'
import { companionState } from './companion-state.ts'

it('[R42] hosts that are allowed one right after the other are all allowed, and one that can not be stored hinders no other', async () => {
  let allowed: string[] = []
  let isRefused = false
  const host = (name: string) => ({ host: name, private: true, allowed: allowed.includes(name) })
  const companion = {
    needs: async () => ({ steps: [], hosts: ['a.local', 'b.local', 'c.local'].map(host) }),
    allowHosts: async (_project: string, hosts: string[]) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (isRefused) throw new Error('The secrets of this browser are locked.')
      allowed = hosts
    },
  }
  const workspace = { localId: () => 'p', flush: async () => undefined, saveState: () => ({ state: 'saved' }) }
  const context = { services: { client: { companion } }, workspace, environment: () => undefined } as unknown as ProjectContext
  const state = createRoot(() => companionState(context))
  await state.look()
  await Promise.all([state.allow('a.local', true), state.allow('b.local', true)])
  expect(allowed).toEqual(['a.local', 'b.local'])
  isRefused = true
  await expect(state.allow('c.local', true)).rejects.toThrow('locked')
  isRefused = false
  await Promise.all([state.allow('a.local', false), state.allow('c.local', true)])
  expect(allowed).toEqual(['b.local', 'c.local'])
})
