import { expect, test } from 'vitest'
import type { Exchange } from '#engine/ports/http/exchange.ts'
import { cookiesSent, cookiesSet, hidesHeaders } from './cookies.ts'
import { previewKind, sandboxed } from './preview-document.ts'

const answer = (headers: [string, string][], url = 'https://api.test/a'): Exchange => ({
  id: '1',
  purpose: 'request',
  at: 0,
  duration: 1,
  request: { method: 'GET', url, headers: [['Cookie', 'a=1; b=x=y']] },
  response: { status: 200, statusText: '', headers },
})

test('[T7] cookies of an answer stand with their attributes, those of a request as they were sent', () => {
  const { request, response } = answer([
    ['Set-Cookie', 'sid=‹sid›; Path=/; HttpOnly'],
    ['set-cookie', 'empty='],
    ['x', 'y=1'],
  ])
  expect(cookiesSet(response)).toEqual([
    { name: 'sid', value: '‹sid›', attributes: 'Path=/; HttpOnly' },
    { name: 'empty', value: '', attributes: '' },
  ])
  expect(cookiesSent(request)).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
  ])
})

test('[T7] says that the browser hides headers, where it does', () => {
  expect(hidesHeaders(answer([['content-type', 'a/b']]), 'https://app.test')).toBe(true)
  expect(hidesHeaders(answer([['content-type', 'a/b']]), 'https://api.test')).toBe(false)
  expect(hidesHeaders(answer([['Date', 'now']]), 'https://app.test')).toBe(false)
})

test('[R47] the doctype of a page is found in one pass, however many comments stand before none', () => {
  const comments = '<!---->'.repeat(1_000)
  expect(sandboxed(`${comments}<p>`)).toMatch(/^<meta /)
  expect(sandboxed(`${comments}<!doctype html><p>`)).toMatch(/<!doctype html>(?:<meta [^>]*>)+<p>$/)
  expect(sandboxed('<!--'.repeat(100_000))).toMatch(/^<meta /)
})

test('[R11] a page is previewed with a policy that fetches and runs nothing, and keeps its mode', () => {
  expect(sandboxed('<!-- a --><!DOCTYPE html><p>x')).toMatch(
    /^<!-- a --><!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  )
  expect(sandboxed('<p>x')).toMatch(/^<meta .*><p>x$/)
  expect(sandboxed('<a>').split('<a>')[0]).toContain('<meta http-equiv="x-dns-prefetch-control" content="off">')
  expect(sandboxed('<Link\nrel=preconnect><svg><link/></svg><template><LINK></template><linkage>')).toMatch(
    />(?!.*<link[^a])<basefont\nrel=preconnect><svg><basefont\/><\/svg><template><basefont><\/template><linkage>$/is,
  )
  // As browsers read them, these comments end before the picture: the policy has to stand before it.
  for (const comment of ['<!-->', '<!--->', '<!-- a --!>', '<!---->'])
    expect(sandboxed(`${comment}<img src=//x.test><!-- --><!doctype html>`)).toMatch(/^<meta .*<img/)
  expect(['text/html; charset=utf-8', 'image/svg+xml', 'application/json', 'application/pdf'].map(previewKind)).toEqual([
    'page',
    'picture',
    undefined,
    undefined,
  ])
})
