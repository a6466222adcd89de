import { expect, it } from 'vitest'
import { fillWithRandomData } from './fill-random.ts'

it('[T5] fills values by name and form, and leaves the rest of the text as it was written', () => {
  const text = `{
  "customer": { "firstName": "Ann", "email": "ann@example.org", "id": 7 },
  "emails": ["a@b.de", "\${mail}"],
  "status": "open",   "quantity": 2,
  "price": \${price}
}`
  expect(fillWithRandomData(text)).toEqual({
    filled: 4,
    text: `{
  "customer": { "firstName": "\${random.firstName}", "email": "\${random.email}", "id": 7 },
  "emails": ["\${random.email}", "\${mail}"],
  "status": "open",   "quantity": \${random.int(1,100)},
  "price": \${price}
}`,
  })
  expect(fillWithRandomData('[1, "open"]')).toEqual({ filled: 0, text: '[1, "open"]' })
})
