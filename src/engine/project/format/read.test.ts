import { describe, expect, it } from 'vitest'
import { type FileError, readProject } from './read.ts'
import { sized } from '../../../../e2e/fuzz-runs.ts'

const wait = (seconds: string) => `{ "id": "w1", "kind": "wait", "name": "Pause", "seconds": ${seconds} }`
const steps = (text: string) => `{
  "format": "aprj", "version": 1, "id": "p", "name": "P",
  "suites": [ { "id": "s", "name": "Orders", "cases": [ { "id": "c", "name": "Create order", "steps": [
    ${text}
  ] } ] } ]
}`
const check = (value: string) =>
  steps(`{ "id": "a", "kind": "assertion", "name": "A", "checks": [ { "source": "text", "is": "equals", "value": ${value} } ] }`)
const root = (members: string) =>
  `{ "format": "aprj", "version": 1, "id": "p", "name": "P"${members === '' ? '' : `, ${members}`} }`

function refused(input: string | Uint8Array): FileError {
  const read = readProject(input)
  if (read.ok) throw new Error('it was read')
  return read.error
}

describe('text that isn’t a project', () => {
  it('[R2] HTML and binary are named by how they begin', () => {
    expect(refused('\n<!DOCTYPE html><html>')).toMatchObject({
      code: 'file-not-aprj',
      message: 'This isn\'t an .aprj file: it starts with "<!DOCTYPE html><html>".',
      hint: 'Choose a file saved by Assay. Nothing was changed.',
    })
    expect(refused(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff)).message).toBe(
      "This isn't an .aprj file: it starts with the bytes 89 50 4e 47 ff, which isn't UTF-8 text.",
    )
    expect(refused(Uint8Array.of(0x50, 0x4b, 3, 4)).message).toContain('starts with the bytes 50 4b 03 04')
    expect(refused(' ').message).toContain('it is empty')
    expect(refused('{"info": {}}').message).toContain('This isn\'t an .aprj file: its "format" isn\'t "aprj".')
  })

  it('[R3] 50 MB is the limit, looked at before anything else', () => {
    expect(refused(new Uint8Array(50_000_001))).toMatchObject({
      code: 'file-too-large',
      message: 'The file is 51 MB. The limit for .aprj files is 50 MB.',
    })
  })

  it('[R4] a newer version is rejected by its number, whatever else it holds', () => {
    expect(refused('{"format": "aprj", "version": 2, "new": 1}')).toMatchObject({
      code: 'file-newer-version',
      message: expect.stringContaining('written by a newer version of Assay'),
    })
  })
})

describe('a merge that was not finished', () => {
  const sides = '<<<<<<< HEAD\n  "name": "one",\n=======\n  "name": "two",\n>>>>>>> feature/orders\n'
  it.each([
    ['in the middle', `{\n${sides}  "version": 1,\n${sides}}`, 2, ' 1 more problem.'],
    ['with the lines of Windows', `{\n${sides}}`.replaceAll('\n', '\r\n'), 2, ''],
    ['from the first line', `${sides}}`, 1, ''],
    ['with the common ancestor', `{\n${sides.replace('=======', '||||||| base\n  "name": "x",\n=======')}}`, 2, ''],
  ])('[R1] is told as that, %s', (_name, text, line, more) => {
    expect(refused(text)).toMatchObject({
      code: 'file-invalid',
      message: `the file: unresolved git merge conflict between HEAD and feature/orders (line ${line}).${more}`,
      hint: expect.stringContaining('git checkout --ours'),
      salvageable: false,
    })
  })
})

describe('text that isn’t JSON', () => {
  it.each([
    ['{ "format": "aprj",\n "name": "P', 2, 'the file ends here; it was truncated'],
    ['{ "format": "aprj",\n', 2, 'the file ends here; it was truncated'],
    ['{ "format": "aprj",\n }', 2, 'expected a key in double quotes, found "}"'],
    ['{ "format": "aprj"\n "a": 1 }', 2, 'expected "," or "}", found """'],
    ["{ 'format': 'aprj' }", 1, 'expected a key in double quotes, found "\'"'],
    ['{ "a": \u0000 }', 1, 'expected a value, found the character U+0000'],
    ['{ "a": "x\ny" }', 1, 'the character U+000A must be escaped in a string'],
    ['{ "a": "\\u00e9 \\x" }', 1, '"\\x" isn\'t a valid JSON escape'],
    ['{ "a": 01 }', 1, 'expected "," or "}", found "1"'],
    ['{ "a": undefined }', 1, 'expected a value, found "u"'],
    ['{} // comment', 1, 'expected the end of the file, found "/"'],
  ])('[R1] %j is rejected with its line', (text, line, wrong) => {
    const error = refused(text)
    expect(error.places[0]).toMatchObject({ line, text: wrong })
    expect(error).toMatchObject({ code: 'file-invalid', salvageable: true })
    expect(error.message).toContain(`(line ${line})`)
  })

  it('[R1] the place is named as far as the file goes', () => {
    const text = steps(wait('2'))
    expect(refused(text.slice(0, text.indexOf('"seconds"') + 9)).places[0]).toMatchObject({
      path: 'suites > Orders > Create order > step 1 > seconds',
      line: 4,
    })
  })

  it.each([100_000, 513])('[R7] nesting of %i is rejected without a stack overflow', (depth) => {
    const error = refused(`${root('').slice(0, -1)}, "x": ${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect(error.places[0]).toMatchObject({
      text: 'is nested more than 512 levels deep',
      path: expect.stringMatching(/^x > 1 .{1,60}$/),
    })
  })
})

describe('rules', () => {
  it.each([
    [
      steps(
        `${wait('1')},\n${wait('1').replace('w1', 'w2')},\n{ "id": "t", "kind": "oauth2", "name": "T", "grantType": "Implicit", "loginTimeout": 5 }`,
      ),
      'suites > Orders > Create order > step 3 > loginTimeout: 5 is less than 10 (line 6).',
    ],
    [
      root(
        '"designs": [ { "id": "g", "name": "G", "method": "combinations", "parameters": [], "rows": [ { "a": 1, "b": [2] } ] } ]',
      ),
      "designs > G > rows > 1 > b: a list isn't a string or a number or true or false (line 1).",
    ],
    [steps(wait('4000')), 'suites > Orders > Create order > step 1 > seconds: 4000 is more than 3600 (line 4).'],
    [steps(wait('"soon"')), 'step 1 > seconds: "soon" isn\'t a number or a single variable such as ${name} (line 4).'],
    [steps(wait('true')), "step 1 > seconds: true isn't a number or a string (line 4)."],
    [steps('{ "id": "w" }'), 'step 1 > kind: is missing (line 4).'],
    [steps('{ "id": "w", "kind": "wiat" }'), 'step 1 > kind: "wiat" isn\'t one of oauth2, send-request, assertion,'],
    [steps('{ "id": "w", "kind": "wiat" }'), 'did you mean "wait"?'],
    [
      steps('{ "id": "w", "kind": "send-request", "name": "x", "url": "", "heders": [] }'),
      'unknown key "heders"; did you mean "headers"?',
    ],
    [root('"environmnets": []'), 'environmnets: unknown key "environmnets"; did you mean "environments"? (line 1).'],
    [root('"variables": [ { "name": "random.x" } ]'), 'variables > random.x > name: "random.x" is reserved for a function'],
    [root('"variables": [ { "name": "1x" } ]'), `variables > 1x > name: "1x" isn't a variable name`],
    [root('"variables": {}'), "variables: an object isn't a list (line 1)."],
    [root('"description": 5'), "description: 5 isn't a string or a list of lines (line 1)."],
    [
      root('"variables": [ { "name": "x", "value": { "a": 1 } } ]'),
      'variables > x > value: an object isn\'t a string or a list of lines or a number or true or false or a secret ({ "secret": "<id>" })',
    ],
    [
      root('"variables": [ { "name": "x", "value": { "secrte": "a" } } ]'),
      'variables > x > value > secret: is missing (line 1). 1 more problem.',
    ],
    [root('"name": "Q"'), 'name: duplicate key "name" (line 1).'],
    [
      root('"loadTests": [ { "id": "p", "name": "L", "target": "c" } ]'),
      'loadTests > L > id: "p" is also the ID of the file (line 1).',
    ],
  ])('[T2] %#: a broken rule names the place as a path with names', (text, message) => {
    expect(refused(text)).toMatchObject({ code: 'file-invalid', message: expect.stringContaining(message) })
  })

  it('[P4] a secret in clear is rejected with the advice how to store it, and not repeated', () => {
    const error = refused(
      steps('{ "id": "t", "kind": "oauth2", "name": "T", "grantType": "ClientCredentials", "clientSecret": "hunter2-in-clear" }'),
    )
    expect(error.message).toContain('clientSecret: contains a plaintext value; store it as a secret')
    expect(JSON.stringify(error)).not.toContain('hunter2')
  })

  it('every place is listed, in the order of the file', () => {
    const error = refused(steps(`${wait('-1')},\n${wait('"x"').replace('w1', 'w2')}`))
    expect(error.places.map(({ line, column }) => [line, column])).toEqual([
      [4, 52],
      [5, 48],
    ])
    expect(error.message).toContain('1 more problem.')
  })

  it('[R6] __proto__, constructor and prototype are unknown keys like any other, and plain data in values', () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString'])
      expect(refused(root(`"${key}": {}`)).message).toContain(`unknown key "${key}"`)
    const read = readProject(
      steps('{ "id": "j", "kind": "jwt", "name": "J", "claims": { "__proto__": { "a": 1 }, "constructor": 2 } }'),
    )
    const step = read.ok ? read.value.project.suites[0]?.cases[0]?.steps[0] : undefined
    expect(step?.kind === 'jwt' && Object.entries(step.claims)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ])
    expect(Reflect.get({}, 'a')).toBeUndefined()
  })

  it('[R9] bytes in the middle that are no UTF-8 are named by their line', () => {
    const bytes = new TextEncoder().encode(root('"description": "ä \uFFFD\n?"').replace('"P"', '\n"P"'))
    bytes[bytes.lastIndexOf(0x3f)] = 0xe4
    expect(refused(bytes)).toMatchObject({
      code: 'file-invalid',
      message: "Line 3 contains the bytes e4 22 20 7d, which isn't UTF-8.",
      hint: expect.stringContaining('Fix these lines in a text editor. Nothing was changed.'),
    })
  })

  it('[R9] invisible characters in names are shown by their code', () => {
    const text = root('"variables": [ { "name": "a" } ], "environments": [ { "id": "e", "name": "Lo\u202ecal\u0000", "x": 1 } ]')
    expect(refused(text.replace('\u0000', '\\u0000')).message).toContain('environments > Lo\\u202ecal\\u0000 > x')
  })

  it('[R10] keeps integers beyond 2^53 and rejects invalid numbers', () => {
    const read = readProject(check('9007199254740993'))
    const step = read.ok ? read.value.project.suites[0]?.cases[0]?.steps[0] : undefined
    expect(step?.kind === 'assertion' && step.checks[0]?.value).toBe(9007199254740993n)
    expect(refused(check('1e400')).message).toContain(
      'checks > 1 > value: 1e400 is too large for a number; the largest is 1.7976931348623157e308. For a string, put it in quotes',
    )
    expect(refused(check('-2.5e-400')).message).toContain('checks > 1 > value: -2.5e-400 is too small for a number')
    expect(readProject(check('0e-400')).ok).toBe(true)
    expect(readProject(check('5e-324')).ok).toBe(true)
    const places = refused(root('').replace('"version": 1', '"version": 1e400')).places.map(({ text }) => text)
    expect(places).toContainEqual(expect.stringContaining('1e400 is too large for a number'))
    expect(refused(root('"variables": [ { "name": "a", "value": 9007199254740993 } ]')).message).toMatch(
      /9007199254740993 has too many digits for a number; .*put it in quotes/,
    )
  })
})

it('[R45] 100,000 steps are read (a fifth of them outside of the whole run)', { timeout: 30_000 }, () => {
  const many = Array.from(
    { length: sized(100_000, 20_000) },
    (_, index) =>
      `{ "id": "r${index}", "kind": "send-request", "name": "Get", "url": "\${baseUrl}/a", "headers": [ { "name": "a", "value": "b" } ] }`,
  )
  const text = steps(many.join(',\n'))
  expect(readProject(text).ok).toBe(true)
})
