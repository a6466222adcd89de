import { describe, expect, it, vi } from 'vitest'
import type { CookieJar } from '#engine/ports/cookie-jar.ts'
import { createToughJar } from './tough-jar.ts'

const take = (jar: CookieJar, url: string, ...set: string[]) =>
  jar.take(
    url,
    set.map((value) => ['Set-Cookie', value]),
  )
const sent = (jar: CookieJar, url: string): string =>
  jar
    .cookiesFor(url)
    .map((pair) => pair.join('='))
    .join('; ')

/** What `url` is sent after `from` has set these. */
function after(from: string, set: string[], url = from): string {
  const jar = createToughJar()
  take(jar, from, ...set)
  return sent(jar, url)
}

describe('[X8] a cookie goes where RFC 6265bis lets it go', () => {
  it.each([
    ['to its host', 'https://a.shop.com/x', ['sid=1'], 'https://a.shop.com/y', 'sid=1'],
    ['to no other host without Domain', 'https://shop.com/', ['sid=1'], 'https://a.shop.com/', ''],
    ['to the hosts of its Domain', 'https://a.shop.com/', ['sid=1; Domain=shop.com'], 'https://b.shop.com/', 'sid=1'],
    ['to other ports', 'http://127.0.0.1:81/', ['sid=1'], 'http://127.0.0.1:82/', 'sid=1'],
    ['to the folder of its request', 'https://shop.com/in/login', ['sid=1'], 'https://shop.com/out', ''],
    ['below its Path', 'https://shop.com/', ['sid=1; Path=/in'], 'https://shop.com/in/a', 'sid=1'],
    ['beside its Path not', 'https://shop.com/', ['sid=1; Path=/in'], 'https://shop.com/inside', ''],
    ['with the longest path first', 'https://shop.com/in/', ['a=1; Path=/', 'a=2; Path=/in'], 'https://shop.com/in/', 'a=2; a=1'],
    ['Secure not by http', 'https://shop.com/', ['sid=1; Secure'], 'http://shop.com/', ''],
    ['Secure to this machine', 'http://localhost:3000/', ['sid=1; Secure'], 'http://localhost:3000/', 'sid=1'],
    ['HttpOnly, as from a browser', 'https://shop.com/', ['sid=1; HttpOnly'], 'https://shop.com/', 'sid=1'],
    [
      'SameSite, as from a user',
      'https://shop.com/',
      ['a=1; SameSite=Strict', 'b=2; SameSite=Lax'],
      'https://shop.com/',
      'a=1; b=2',
    ],
    ['not after Max-Age=0', 'https://shop.com/', ['sid=1', 'sid=; Max-Age=0'], 'https://shop.com/', ''],
    [
      'not after a date in the past',
      'https://shop.com/',
      ['sid=1', 'sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      'https://shop.com/',
      '',
    ],
    ['the last of several', 'https://shop.com/', ['sid=1', 'sid=2'], 'https://shop.com/', 'sid=2'],
    ['an IPv6 address', 'http://[::1]:81/', ['sid=1'], 'http://[::1]:82/', 'sid=1'],
    ['a host named as a reserved domain', 'http://test/', ['sid=1'], 'http://test/', 'sid=1'],
    [
      'another script, in Punycode',
      'https://münchen.example/',
      ['sid=1; Domain=münchen.example'],
      'https://a.xn--mnchen-3ya.example/',
      'sid=1',
    ],
    ['with __Host-', 'https://shop.com/', ['__Host-sid=1; Secure; Path=/'], 'https://shop.com/', '__Host-sid=1'],
    [
      'with a Max-Age beyond all dates',
      'https://shop.com/',
      ['sid=1; Max-Age=99999999999999999999'],
      'https://shop.com/',
      'sid=1',
    ],
    ['with an unreadable date', 'https://shop.com/', ['sid=1; Expires=garbage; Max-Age=soon'], 'https://shop.com/', 'sid=1'],
    ['without a name', 'https://shop.com/', ['flag'], 'https://shop.com/', '=flag'],
  ])('%s', (_what, from, set, to, expected) => {
    expect(after(from, set, to)).toBe(expected)
  })
})

it.each([
  ['public-suffix', 'https://shop.co.uk/', 'sid=1; Domain=co.uk'],
  ['public-suffix', 'https://me.github.io/', 'sid=1; Domain=github.io'],
  ['other-domain', 'https://shop.com/', 'sid=1; Domain=other.com'],
  ['other-domain', 'https://shop.com/', 'sid=1; Domain=a.shop.com'],
  ['not-secure', 'http://shop.com/', 'sid=1; Secure'],
  ['prefix', 'https://shop.com/', '__Host-sid=1; Secure; Path=/; Domain=shop.com'],
  ['prefix', 'https://shop.com/', '__Secure-sid=1'],
  ['too-large', 'https://shop.com/', `sid=${'x'.repeat(5000)}`],
  ['unreadable', 'https://shop.com/', 'sid=a\u0001b'],
  ['unreadable', 'https://shop.com/', ';;;'],
  ['prefix', 'https://shop.com/', '__Host-sid'],
])('[X8] refuses: %s', (refused, url, header) => {
  const jar = createToughJar()
  expect(take(jar, url, header)).toMatchObject([{ isKept: false, refused }])
  expect(jar.all()).toEqual([])
})

it('[X8] drops a cookie when its time is over', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const jar = createToughJar()
    take(jar, 'https://shop.com/', 'sid=1; Max-Age=60')
    vi.setSystemTime(Date.now() + 59_000)
    expect(sent(jar, 'https://shop.com/')).toBe('sid=1')
    vi.setSystemTime(Date.now() + 2_000)
    expect(jar.all()).toEqual([])
    expect(sent(jar, 'https://shop.com/')).toBe('')
  } finally {
    vi.useRealTimers()
  }
})

it('[X8] 10,000 cookies: the newest of a host stay, and so do those of other hosts', () => {
  const jar = createToughJar()
  take(jar, 'https://other.com/', 'sid=1')
  take(jar, 'https://shop.com/', ...Array.from({ length: 10_000 }, (_, at) => `c${at}=1`))
  expect(jar.cookiesFor('https://shop.com/')).toHaveLength(180)
  expect(jar.cookiesFor('https://shop.com/').at(-1)).toEqual(['c9999', '1'])
  expect(sent(jar, 'https://other.com/')).toBe('sid=1')
  for (let host = 0; host < 40; host++) take(jar, `https://h${host}.com/`, ...Array.from({ length: 100 }, (_, at) => `c${at}=1`))
  expect(jar.all().length).toBeLessThanOrEqual(3000)
})

it('[X8] tells what it holds, and a copy goes its own way', () => {
  const jar = createToughJar()
  take(jar, 'https://a.shop.com/in/', 'sid=1; Domain=shop.com; Path=/; Secure; HttpOnly; SameSite=Lax', 'b=2')
  const held = {
    name: 'sid',
    value: '1',
    domain: 'shop.com',
    hostOnly: false,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  }
  expect(jar.all()).toEqual([
    held,
    { name: 'b', value: '2', domain: 'a.shop.com', hostOnly: true, path: '/in', secure: false, httpOnly: false },
  ])
  const copy = jar.copy()
  take(copy, 'https://a.shop.com/in/', 'b=; Max-Age=0')
  expect(copy.all()).toEqual([held])
  expect(sent(jar, 'https://a.shop.com/in/')).toBe('b=2; sid=1')
})
