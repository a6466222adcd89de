import { importSigningKey } from '#engine/oauth/keys/import-signing-key.ts'

addEventListener('message', async ({ data: { key, password, times } }) => {
  const taken = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    await importSigningKey({ form: 'pfx', key, password, encoding: 'text', algorithm: 'RS256', keyId: '', x5tS256: false })
    taken.push(performance.now() - start)
  }
  postMessage(taken)
})
