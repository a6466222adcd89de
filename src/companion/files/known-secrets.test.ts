import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { seal } from '#engine/project/format/sealed.ts'
import { createTestHost } from '../testing/test-host.ts'
import { knownSecrets } from './known-secrets.ts'

it('[R40] sealed secrets that another identity opens stop neither the assistant nor an agent', async () => {
  const [own, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const variables = ['one', 'two'].map((secret) => ({ name: secret, value: { secret }, description: '' }))
  const text = await seal(new Map([['one', 'zebra-kettle']]), { recipients: [await identityToRecipient(own)] })
  const project = { ...emptyProject('p', 'Orders'), variables, sealed: { format: 'age' as const, text } }
  const known = (identity: string) =>
    knownSecrets([project], createTestHost({ environment: { ASSAY_IDENTITY: identity, ASSAY_SECRET_TWO: 'lamp-orange' } }))
  expect(new Set(await known(own))).toEqual(new Set(['lamp-orange', 'zebra-kettle']))
  expect(new Set(await known(other))).toEqual(new Set(['lamp-orange']))
})
