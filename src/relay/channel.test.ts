import { expect, it } from 'vitest'
import { createChannel } from './channel.ts'
import { linkLimits } from './messages.ts'
import { sendHttp } from './send-http.ts'

const mebi = 1024 * 1024

it('[R42] large bodies at one time wait for each other instead of ending the link', () => {
  const body = new Uint8Array(100 * mebi)
  const begun: number[] = []
  let sent = 0
  const channel = createChannel({
    deliver: () => undefined,
    send(frame) {
      if (typeof frame === 'string') begun.push(sent)
      else sent += frame.length - 4
    },
  })
  for (const id of [1, 2, 3]) channel.send({ id, call: 'http.send', session: 's', params: null }, body)
  expect(begun).toHaveLength(2)
  for (let taken = 0; taken < 300 * mebi; taken += linkLimits.window)
    channel.received(JSON.stringify({ taken: linkLimits.window }))
  expect(begun).toHaveLength(3)
  expect(begun[2]).toBeGreaterThanOrEqual(begun.length * body.length - linkLimits.announced)
  expect(sent).toBe(300 * mebi)
})

it('[R42] a body that no link can carry is refused before anything is sent', async () => {
  const body = new Uint8Array(linkLimits.announced + 1)
  const sent = sendHttp(
    () => Promise.reject(new Error('was sent')),
    { method: 'PUT', url: 'http://127.0.0.1/', headers: [], body, redirect: 'follow', timeout: 1, maxBytes: 1 },
    new AbortController().signal,
  )
  await expect(sent).rejects.toThrow('The body of 268.4 MB is too large for the companion, which takes up to 268.4 MB at a time.')
})
