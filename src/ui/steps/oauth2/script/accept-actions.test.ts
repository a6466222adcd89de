import { describe, expect, it } from 'vitest'
import { readScript, writeScript } from '#engine/project/format/script-text.ts'
import type { FoundAction } from '#engine/ports/index.ts'
import { acceptActions } from './accept-actions.ts'

describe('[O8] what was recorded or proposed', () => {
  it('becomes actions that the file takes, without a password in them', () => {
    const found: FoundAction[] = [
      { do: 'fill', at: { label: 'Email' }, value: 'ann' },
      { do: 'fill', at: { label: 'Password' }, value: 'hunter2', secret: true },
      { do: 'check', at: { label: 'Remember me' }, on: false },
      { do: 'select', at: { label: 'Country' }, value: 'Germany' },
      { do: 'press', key: 'Enter', at: { label: 'Password' } },
      { do: 'totp', at: { label: 'Code' } },
      { do: 'user-code', at: { css: '#code' } },
      { do: 'if-visible', at: { role: 'button', name: 'Allow' } },
    ]
    const { actions, secrets } = acceptActions(found, (field) => `sign-in/${field}`)
    const text = writeScript(actions)
    expect(readScript(text)).toEqual({ ok: true, value: actions })
    expect(text).not.toContain('hunter2')
    expect(secrets).toEqual([{ id: 'sign-in/password', value: 'hunter2' }])
    expect(actions[4]).toMatchObject({ do: 'press', key: 'Enter', at: { label: 'Password' } })
    expect(actions.map((action) => action.do)).toEqual(found.map((action) => action.do))
    // oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
    expect(actions.at(-1)).toMatchObject({ then: [{ do: 'click', at: { role: 'button', name: 'Allow' } }] })
  })
})
