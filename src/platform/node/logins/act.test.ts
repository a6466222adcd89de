import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { act, open, type Acting } from './act.ts'

it('[R42, O8] no script opens a file of this machine, or a page of the browser itself', async () => {
  const opened: string[] = []
  const page = {
    goto: async (url: string) => void opened.push(url),
    content: async () => '',
  } as unknown as Page
  const acting = { current: { page }, signal: new AbortController().signal } as unknown as Acting
  for (const url of [
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    ' file:///etc/passwd',
    'view-source:file:///etc/passwd',
    'chrome://version',
    'data:text/html,hi',
    'about:blank',
    '/etc/passwd',
    '',
  ]) {
    await expect(act({ do: 'goto', url }, acting, 1000), url).rejects.toThrow("isn't a web URL and wasn't opened")
    await expect(open(acting, url, 1000), url).rejects.toThrow("isn't a web URL and wasn't opened")
  }
  await act({ do: 'goto', url: 'https://login.example/?a=1' }, acting, 1000)
  expect(opened).toEqual(['https://login.example/?a=1'])
})
