import { readFileSync, writeFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { expect, it } from 'vitest'
import { aprjJsonSchema } from './json-schema.ts'

const file = new URL('../../../../public/aprj.schema.json', import.meta.url)
const golden = readFileSync(new URL('../golden/full.aprj', import.meta.url), 'utf8')

it('[T2] public/aprj.schema.json is current (UPDATE_SCHEMAS=1 writes it)', () => {
  const text = `${JSON.stringify(aprjJsonSchema(), null, 2)}\n`
  if (process.env['UPDATE_SCHEMAS'] === '1') writeFileSync(file, text)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('[T2] takes the golden file and refuses a broken one', () => {
  const validator = new Validator(JSON.parse(JSON.stringify(aprjJsonSchema())), '7')
  expect(validator.validate(JSON.parse(golden)).errors).toEqual([])
  expect(validator.validate({ ...JSON.parse(golden), nmae: 1 }).valid).toBe(false)
})
