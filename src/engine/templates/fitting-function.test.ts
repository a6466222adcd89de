import { describe, expect, it } from 'vitest'
import { fittingFunction } from './fitting-function.ts'
import { parseTemplate } from './parse.ts'

describe('[T5] the function that fits a value', () => {
  it.each<[string, unknown, string | undefined]>([
    ['email', 'a', 'random.email'],
    ['contact_email', 'x', 'random.email'],
    ['firstName', 'Ann', 'random.firstName'],
    ['last-name', 'Lee', 'random.lastName'],
    ['name', 'Ann Lee', 'random.fullName'],
    ['companyName', 'Acme', 'random.company'],
    ['shippingAddress', 'Main St 1', 'random.street'],
    ['postal_code', '10115', 'random.postcode'],
    ['quantity', 3, 'random.int(1,100)'],
    ['unitPrice', 9.5, 'random.float(1,1000)'],
    ['reference', '0b7f3a52-6f0c-4f0e-9a55-0d9b0e7f6a11', 'random.uuid'],
    ['who', 'ann@example.org', 'random.email'],
    ['from', '2026-01-31', 'random.pastDate'],
    ['due', '2026-01-31', 'random.futureDate'],
    ['valid_to', '2026-01-31', 'random.futureDate'],
    ['total', '2026-01-31', 'random.pastDate'],
    ['endsAt', '2026-01-31T10:00:00Z', undefined],
    ['createdAt', '2026-01-31T10:00:00Z', 'now.iso'],
    ['status', 'open', undefined],
    ['currency', 'EUR', undefined],
    ['id', 7, undefined],
    ['active', true, undefined],
    ['email', '${mail}', undefined],
    ['type', 'express', undefined],
  ])('%s: %j', (key, value, expected) => {
    expect(fittingFunction(key, value)).toBe(expected)
    if (expected) expect(() => parseTemplate(`\${${expected}}`)).not.toThrow()
  })
})
