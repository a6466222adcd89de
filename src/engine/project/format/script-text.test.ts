import { describe, expect, it } from 'vitest'
import { readScript, writeScript } from './script-text.ts'

const text = `[
  {
    "do": "fill",
    "at": {
      "label": "Password"
    },
    "value": {
      "secret": "login/password"
    }
  },
  {
    "do": "if-visible",
    "at": {
      "role": "button",
      "name": "Allow"
    },
    "then": [
      {
        "do": "click",
        "at": {
          "role": "button",
          "name": "Allow"
        }
      }
    ]
  }
]
`

describe('[O8] the text of a script', () => {
  it('is read and written as it was', () => {
    const read = readScript(text)
    expect(read.ok && writeScript(read.value)).toBe(text)
    expect(readScript('  ')).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['[{ "do": "clik", "at": { "text": "x" } }]', /"clik" isn't one of goto, fill, click.*did you mean "click"\? \(line 1\)/],
    ['[\n{ "do": "click", "at": { "lable": "x" } }]', /unknown key "lable"; did you mean "label"\? \(line 2\)/],
    ['[{ "do": "totp", "at": { "label": "x" }, "key": "GEZDGNBV" }]', /contains a plaintext value; store it as a secret/],
    ['{}', /an object isn't a list/],
    ['[', /ends here/],
  ])('%s is rejected with its place', (wrong, said) => {
    const read = readScript(wrong)
    expect(read.ok ? '' : read.error).toMatch(said)
  })
})
