import { expect, it } from 'vitest'
import { createChannel } from './channel.ts'
import { linkLimits } from './messages.ts'

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
