import { expect, it } from 'vitest'
import { isAllowed, noticesOf, readPackage } from '../scripts/third-party-notices.mjs'
import lock from '../package-lock.json' with { type: 'json' }

it('[P1] packages that are delivered have licences on the list, whose texts the notices have', () => {
  const packages: Record<string, { dev?: boolean; license?: string }> = lock.packages
  const delivered = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  expect(delivered.length).toBeGreaterThan(20)
  expect(delivered.filter(([, { license = 'none' }]) => !isAllowed(license)).map(([path]) => path)).toEqual([])
  const [pg, jose] = [readPackage('node_modules/pg'), readPackage('node_modules/jose')]
  expect(noticesOf([pg, jose])).toMatch(/jose [\d.]+ \(MIT\)[\s\S]*Permission is hereby granted[\s\S]*pg [\d.]+ \(MIT\)/)
})

it('[P1] a licence that is not on the list ends the build, a choice with one that is does not', () => {
  const one = { name: 'viral', version: '1.0.0', texts: ['…'] }
  expect(() => noticesOf([{ ...one, licence: 'GPL-3.0-only' }])).toThrow('viral: GPL-3.0-only')
  expect(() => noticesOf([{ ...one, licence: 'MIT AND SSPL-1.0' }])).toThrow('viral')
  expect(noticesOf([{ ...one, licence: '(BSD-3-Clause OR GPL-2.0)' }])).toContain('viral 1.0.0')
})
