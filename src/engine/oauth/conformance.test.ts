import { afterAll, describe, it } from 'vitest'
import { runCase, titleOf } from '../../../e2e/conformance/case.ts'
import { conformanceCases } from '../../../e2e/conformance/cases/index.ts'
import { createNodeHost } from '../../../e2e/conformance/node-host.ts'

describe.concurrent('OAuth2 conformance in Node', () => {
  const host = createNodeHost()
  afterAll(() => host.close())

  for (const one of conformanceCases) {
    it(titleOf(one), { timeout: 60_000 }, async () => {
      await runCase(one, host)
    })
  }
})
