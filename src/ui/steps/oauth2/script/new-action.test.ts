import { describe, expect, it } from 'vitest'
import { readScript, writeScript } from '#engine/project/format/script-text.ts'
import { newAction } from './new-action.ts'
import { actionTitles } from './texts.ts'

const kinds = Object.keys(actionTitles) as (keyof typeof actionTitles)[]

describe('[O8] a new action', () => {
  it.each(kinds)('%s is one that the file takes', (kind) => {
    const script = [newAction(kind)]
    expect(readScript(writeScript(script))).toEqual({ ok: true, value: script })
  })

  it('keeps where the one acted that it takes the place of', () => {
    const click = newAction('click')
    if ('at' in click && click.at) click.at.name = 'Sign in'
    expect(newAction('if-visible', click)).toMatchObject({ at: { role: 'button', name: 'Sign in' } })
    expect(newAction('fill', click)).toMatchObject({ at: { label: '' } })
    expect(newAction('goto', click)).toEqual({ do: 'goto', url: '' })
  })
})
