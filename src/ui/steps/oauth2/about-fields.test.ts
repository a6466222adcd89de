import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitReferences } from '../../components/about/standard-reference.ts'
import { aboutFieldTexts } from './about-field-texts.ts'

test('[O1] what is explained is a field of the editor, by its name, with a standard unless it is our own', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)about-/.test(file))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    .join('\n')
  const own = ['Automation Script']
  const elsewhere = [
    'Token Endpoint',
    'Authorization Endpoint',
    'Device Authorization Endpoint',
    'Backchannel Authentication Endpoint',
    'Variable Name',
  ]
  for (const [label, { text, reference }] of Object.entries(aboutFieldTexts)) {
    expect(sources.includes(`'${label}'`) || elsewhere.includes(label), label).toBe(true)
    expect(text, label).toMatch(/^[A-Z].*\.$/)
    expect(
      reference === undefined
        ? own.includes(label)
        : splitReferences(reference).every((one) => /^(RFC \d{4}|OpenID Connect )/.test(one)),
      label,
    ).toBe(true)
  }
})
