import { describe, expect, it } from 'vitest'
import type { Exchange } from '#engine/ports/index.ts'
import { arrowsOf, lanesOf } from './sequence.ts'

const page: Exchange = {
  id: 'x1',
  purpose: 'login-page',
  at: 0,
  duration: 0,
  request: { method: 'GET', url: 'https://idp.example/login', headers: [] },
  response: {
    status: 0,
    statusText: 'Welcome',
    headers: [],
    text: '- heading "Welcome"',
    body: { id: 'b1', size: 9, mediaType: 'image/png' },
  },
}

describe('[O8] a page that a script was on', () => {
  it('is one arrow of the diagram, from the provider to the browser, and no fault', () => {
    expect(arrowsOf([page])).toEqual([expect.objectContaining({ from: 'provider', to: 'browser', note: 'Welcome', state: 'ok' })])
    expect(lanesOf(arrowsOf([page]))).toContain('browser')
  })
})
