import { expect, it } from 'vitest'
import { localeNames } from '#engine/templates/locales.ts'
import { languageOptions } from './languages.ts'

it('[T5] every language of random data can be told from the others, English first, then by name', () => {
  const options = languageOptions()
  expect(options.map(({ value }) => value).toSorted()).toEqual([...localeNames].toSorted())
  expect(options[0]).toEqual({ value: 'en', label: 'English' })
  const labels = options.slice(1).map(({ label }) => label)
  expect(labels).toEqual([...labels].toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(labels).size).toBe(labels.length)
})

it('[T5] where a browser has one name for two of them, they carry their codes', () => {
  const labels = languageOptions((name) => name.split('_')[0] ?? name).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['ku (ku_ckb)', 'ku (ku_kmr_latin)', 'da']))
})
