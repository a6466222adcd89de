import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createAdmission } from '#platform/node/admission.ts'
import { startBrowser } from '#platform/node/logins/browser.ts'
import { listen } from './companion-server.ts'
import { expect, test } from './worker.ts'
import { inShell } from './launch-options.ts'

/** Everything by which a page can try to reach a host, in the page itself; resolves when all of it had its time. */
async function attack({ host, port, own }: { host: string; port: number; own: string }): Promise<string> {
  const at = `${host}:${port}`
  const put = (tag: string, attributes: Record<string, string>): void => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
  }
  const tried = (work: () => unknown): void => {
    try {
      void Promise.resolve(work()).catch(() => undefined)
    } catch {
      // What the browser refuses at once is as good as what it never sends.
    }
  }
  for (const scheme of ['http', 'https']) {
    const url = `${scheme}://${at}/`
    for (const rel of [
      'preload',
      'prefetch',
      'prerender',
      'preconnect',
      'dns-prefetch',
      'modulepreload',
      'stylesheet',
      'icon',
      'manifest',
    ])
      put('link', { rel, href: url, as: 'fetch' })
    for (const [tag, name] of [
      ['img', 'src'],
      ['script', 'src'],
      ['iframe', 'src'],
      ['object', 'data'],
      ['embed', 'src'],
      ['video', 'src'],
    ] as const)
      put(tag, { [name]: url })
    tried(() => fetch(url, { mode: 'no-cors' }))
    tried(() => fetch(`${own}redirect?to=${encodeURIComponent(url)}`, { mode: 'no-cors' }))
    tried(() => navigator.sendBeacon(url, 'x'))
    tried(() => new EventSource(url))
    tried(() => new WebSocket(url.replace('http', 'ws')))
    tried(() => new FontFace('f', `url(${url})`).load())
    tried(() => new Worker(URL.createObjectURL(new Blob([`importScripts('${url}')`]))))
    tried(() => new Worker(URL.createObjectURL(new Blob([`new WebSocket('${url.replace('http', 'ws')}')`]))))
    tried(() => window.open(url))
    put('iframe', { src: `${own}redirect?to=${encodeURIComponent(url)}` })
    put('iframe', { srcdoc: `<meta http-equiv="refresh" content="0;url=${url}">` })
    put('iframe', {
      srcdoc: `<form method=post action="${url}"><input name=a></form><script>document.forms[0].submit()</script>`,
    })
    put('iframe', {
      srcdoc: `<a id=a ping="${url}" href="#">x</a><a id=b download href="${url}">y</a><script>a.click();b.click()</script>`,
    })
  }
  put('script', { type: 'speculationrules' })
  const rules = document.querySelector('script[type=speculationrules]')
  const eager = [{ source: 'list', urls: [`https://${at}/`], eagerness: 'immediate' }]
  if (rules) rules.textContent = JSON.stringify({ prefetch: eager, prerender: eager })
  tried(() => navigator.serviceWorker.register('/worker.js'))
  const hash = { algorithm: 'sha-256', value: new Uint8Array(32) }
  tried(() => new WebTransport(`https://${at}/`, { serverCertificateHashes: [hash] }).ready)
  tried(() => new WebTransport(`https://${at}/`).ready)
  const turn = { username: 'u', credential: 'p' }
  const peer = new RTCPeerConnection({
    iceServers: [
      { urls: `stun:${at}` },
      ...['udp', 'tcp'].map((transport) => ({ urls: `turn:${at}?transport=${transport}`, ...turn })),
      { urls: `turns:${at}?transport=tcp`, ...turn },
    ],
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  // A peer that answers from the refused address, by each transport.
  const other = new RTCPeerConnection()
  await other.setRemoteDescription(peer.localDescription ?? { type: 'offer' })
  await other.setLocalDescription(await other.createAnswer())
  await peer.setRemoteDescription(other.localDescription ?? { type: 'answer' })
  for (const [candidate, foundation] of [
    [`udp 2130706431 ${host} ${port} typ host`, 1],
    [`tcp 1518280447 ${host} ${port} typ host tcptype passive`, 2],
  ])
    tried(() => peer.addIceCandidate({ candidate: `candidate:${foundation} 1 ${candidate}`, sdpMid: '0' }))
  while (peer.iceGatheringState !== 'complete')
    await new Promise((resolve) => peer.addEventListener('icegatheringstatechange', resolve, { once: true }))
  // What the page could send by then it has begun to send many times over.
  await new Promise((resolve) => setTimeout(resolve, 500))
  return `${peer.iceGatheringState} ${typeof WebTransport}`
}

test('[R48] a page of a scripted login reaches no address that was not allowed, by no protocol', async () => {
  const host = '127.0.0.2'
  const reached: string[] = []
  const tcp = createServer((socket) => {
    reached.push('tcp')
    socket.on('error', () => undefined).destroy()
  }).listen(0, host)
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4').on('message', (message) => void reached.push(`udp, ${message.length} bytes`))
  udp.bind(port, host)
  await once(udp, 'listening')
  const site = await listen(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site')
    if (pathname === '/redirect') return response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end()
    if (pathname === '/worker.js')
      return response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`fetch('http://${host}:${port}/', { mode: 'no-cors' })`)
    return response
      .writeHead(200, {
        'content-type': 'text/html',
        'alt-svc': `h3="${host}:${port}"; ma=600`,
        link: `<http://${host}:${port}/>; rel=preload; as=fetch, <http://${host}:${port}>; rel=preconnect`,
        'report-to': `{"group":"default","max_age":600,"endpoints":[{"url":"https://${host}:${port}/"}]}`,
        'content-security-policy-report-only': `img-src 'none'; report-uri http://${host}:${port}/; report-to default`,
      })
      .end('<!doctype html><title>Sign in</title><body>')
  })
  const own = createAdmission({ hosts: new Set(['127.0.0.1', 'localhost']) })
  let refused = 0
  const refusalOf: typeof own.refusalOf = (name, address, at) => {
    if (at === port) refused += 1
    return own.refusalOf(name, address, at)
  }
  const { browser, close } = await startBrowser(true, inShell, { admission: { admit: () => undefined, refusalOf } })
  try {
    const context = await browser.newContext({ serviceWorkers: 'allow', ignoreHTTPSErrors: true })
    const page = await context.newPage()
    await page.goto(site.url)
    const ended = await page.evaluate(attack, { host, port, own: `${site.url}/` })
    // The page did try.
    expect(ended).toBe('complete function')
    await expect.poll(() => refused).toBeGreaterThan(20)
    expect(reached).toEqual([])
    // A name is the proxy's to look up.
    await page.goto(site.url.replace('127.0.0.1', 'localhost'))
    await expect(page).toHaveTitle('Sign in')
  } finally {
    await close()
    await site.close()
    udp.close()
    tcp.close()
  }
})
