import * as fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { createRunScopes, type RunScopesOptions } from './create-scopes.ts'
import { isVariableName } from './parse.ts'

const clock = { now: () => Date.UTC(2026, 0, 31, 12), monotonic: () => 0, sleep: () => Promise.resolve() }

function open(
  options: Partial<RunScopesOptions> & { suite?: RunScopesOptions['project']; case?: RunScopesOptions['project'] } = {},
) {
  const redactor = options.redactor ?? createRedactor()
  const run = createRunScopes({
    project: [],
    seed: 7,
    clock,
    secrets: { get: async () => undefined },
    redactor,
    signal: new AbortController().signal,
    ...options,
  })
  const suite = run.suite(options.suite ?? [], 's1')
  return { run, suite, scopes: suite.case(options.case ?? [], 'c1'), redactor }
}

const value = (text: string) => [{ name: 'x', value: text }]

describe('look-up', () => {
  it('[T6] row, TestCase, TestSuite, environment, Project', async () => {
    const environment = { name: 'Local', variables: value('environment') }
    const { run } = open({ project: value('Project'), environment })
    expect(await run.suite([]).case([]).resolve('${x}')).toBe('environment')
    expect(await run.suite(value('TestSuite')).case([]).resolve('${x}')).toBe('TestSuite')
    expect(await run.suite(value('TestSuite')).case(value('TestCase')).resolve('${x}')).toBe('TestCase')
    expect(await run.suite([]).case(value('TestCase')).row('1', { x: 'row' }).resolve('${x}')).toBe('row')
    expect(await open({ project: value('Project') }).scopes.resolve('${x}')).toBe('Project')
  })

  it('[T6] what a scope is given lasts to its end', async () => {
    const { run, suite, scopes } = open()
    scopes.set('Project', 'p', 1)
    scopes.set('TestSuite', 's', 2)
    scopes.set('TestCase', 'c', 3)
    expect(await scopes.resolve('${p}${s}${c}')).toBe('123')
    expect(await suite.case([]).resolve('${p}${s}')).toBe('12')
    expect(await suite.case([]).get('c')).toBeUndefined()
    expect(await run.suite([]).case([]).get('s')).toBeUndefined()
    expect(await run.suite([]).case([]).get('p')).toBe(1)
  })

  it('[T6] an override beats every start value, and not what the run sets', async () => {
    const { scopes } = open({ project: value('start'), case: value('case start'), overrides: { x: '${kept}', y: 'new' } })
    expect(await scopes.resolve('${x} ${y}')).toBe('${kept} new')
    scopes.set('TestCase', 'x', 'set')
    expect(await scopes.resolve('${x}')).toBe('set')
  })

  it('[R38] an unknown variable names the nearest known ones', async () => {
    const { scopes } = open({ project: [{ name: 'access_token', value: '' }] })
    await expect(scopes.resolve('Bearer ${acces_token}')).rejects.toMatchObject({
      code: 'variable-unknown',
      message: 'Unknown variable "acces_token".',
      hint: expect.stringContaining('Did you mean "access_token"?'),
    })
  })

  it('[R6] names like __proto__ and constructor are plain data', async () => {
    const { scopes } = open({ project: [{ name: '__proto__', value: 'a' }], overrides: JSON.parse('{"__proto__":"b"}') })
    expect(await scopes.resolve('${__proto__}')).toBe('b')
    await expect(scopes.resolve('${constructor}')).rejects.toMatchObject({ code: 'variable-unknown' })
    expect(await scopes.get('toString')).toBeUndefined()
  })

  it('refuses names that no reference can have', () => {
    const { scopes } = open()
    expect(() => scopes.set('TestCase', 'random.int', 1)).toThrow('"random.int" isn\'t a valid variable name.')
    expect(() => scopes.set('TestCase', 'a b', 1)).toThrow()
  })
})

describe('values', () => {
  it('keep their type when a reference stands alone', async () => {
    const { scopes } = open({ project: [{ name: 'n', value: 22 }] })
    scopes.set('TestCase', 'o', { a: [1] })
    expect(await scopes.resolveValue('${n}')).toBe(22)
    expect(await scopes.resolveValue('${n} ')).toBe('22 ')
    expect(await scopes.resolveValue('${o}')).toEqual({ a: [1] })
    expect(await scopes.resolve('${o}')).toBe('{"a":[1]}')
    expect(await scopes.resolveValue('plain')).toBe('plain')
  })

  it('are escaped inside quotes of JSON and inserted as JSON outside', async () => {
    const { scopes } = open()
    scopes.set('TestCase', 's', 'a "b"\n')
    scopes.set('TestCase', 'n', 2n ** 60n)
    expect(await scopes.resolve('{"\\"q": "<${s}>", "t": ${s}, "n": ${n}, "m": "${n}"}', { escape: 'json' })).toBe(
      '{"\\"q": "<a \\"b\\"\\n>", "t": "a \\"b\\"\\n", "n": 1152921504606846976, "m": "1152921504606846976"}',
    )
  })

  it('[R10] numbers of responses keep their literal', async () => {
    const { scopes } = open()
    scopes.set('TestCase', 'n', new LosslessNumber('12345678901234567890.10'))
    scopes.set('TestCase', 'o', { n: new LosslessNumber('-0'), o: { isLosslessNumber: true } })
    expect(await scopes.resolve('${n} ${o}')).toBe('12345678901234567890.10 {"n":-0,"o":{"isLosslessNumber":true}}')
  })

  it('[T6] what a value contains is not resolved again', async () => {
    const { scopes } = open({ project: [{ name: 'x', value: 'start' }] })
    scopes.set('TestCase', 'y', '${x}')
    expect(await scopes.resolve('${y} $${x}')).toBe('${x} ${x}')
  })
})

describe('start values', () => {
  it('[T6] are templates, resolved once when first used', async () => {
    const { run } = open({
      project: [{ name: 'mail', value: '${random.email}' }],
      environment: { name: 'Local', variables: [{ name: 'base', value: 'http://a' }] },
    })
    const first = await run.suite([]).case([]).resolve('${mail}')
    expect(first).toMatch(/@example\.(com|net|org)$/)
    expect(await run.suite([]).case([]).resolve('${mail}')).toBe(first)
  })

  it('of the project see the environment, and what only the using case sees, for that case', async () => {
    const { suite } = open({
      project: [{ name: 'url', value: '${base}/${tenant}' }],
      environment: { name: 'Local', variables: [{ name: 'base', value: 'http://a' }] },
    })
    expect(await suite.case([{ name: 'tenant', value: 'one' }]).resolve('${url}')).toBe('http://a/one')
    expect(await suite.case([{ name: 'tenant', value: 'two' }]).resolve('${url}')).toBe('http://a/two')
    await expect(suite.case([]).resolve('${url}')).rejects.toMatchObject({
      message: 'Unknown variable "tenant", used by the value of "url".',
    })
  })

  it('[R38] a circle is named', async () => {
    const { scopes } = open({
      project: [
        { name: 'a', value: '${b}' },
        { name: 'b', value: 'x${c}' },
        { name: 'c', value: '${b}' },
        { name: 'self', value: '${self}' },
      ],
    })
    await expect(scopes.resolve('${a}')).rejects.toMatchObject({
      code: 'variable-cycle',
      message: 'Circular variables: b → c → b.',
    })
    await expect(scopes.resolve('${self}')).rejects.toMatchObject({ message: expect.stringContaining('self → self') })
  })

  it('two cases that resolve a circle side by side both end', async () => {
    const { suite } = open({
      project: [
        { name: 'a', value: '${random.email}${b}' },
        { name: 'b', value: '${random.email}${a}' },
      ],
    })
    const ends = await Promise.allSettled([suite.case([]).resolve('${a}'), suite.case([]).resolve('${b}')])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('secrets and live values', () => {
  const secret = [{ name: 'clientSecret', value: { secret: 'local/client-secret' } }]

  it('[P4] a secret comes from the vault once and is masked from then on', async () => {
    let asked = 0
    const secrets = { get: async (id: string) => (asked++, `value of ${id}`) }
    const { scopes, redactor } = open({ project: secret, secrets })
    const text = await scopes.resolve('${clientSecret}${clientSecret}')
    expect(text).toBe('value of local/client-secretvalue of local/client-secret')
    expect(redactor.mask(text)).toBe('‹local/client-secret›‹local/client-secret›')
    expect(asked).toBe(1)
  })

  it('[R38] a missing secret names every way to give it', async () => {
    await expect(open({ project: secret }).scopes.resolve('${clientSecret}')).rejects.toMatchObject({
      code: 'secret-missing',
      message: 'The secret "local/client-secret" has no value.',
      hint: expect.stringMatching(
        /In the page: enter it where the secret is used, or under Environments\. On the command line: pass --secret local\/client-secret=.*ASSAY_SECRET_LOCAL_CLIENT_SECRET, or set ASSAY_PASSPHRASE or ASSAY_IDENTITY/,
      ),
    })
  })

  it('[O15] a live value is asked for at each use and masked; a DPoP-bound one changes the scheme', async () => {
    let count = 0
    const { scopes, redactor } = open()
    scopes.setLive('TestSuite', 'access_token', { current: async () => `token-number-${++count}` })
    expect(await scopes.resolve('Bearer ${access_token}')).toBe('Bearer token-number-1')
    expect(await scopes.get('access_token')).toBe('token-number-2')
    expect(redactor.mask('token-number-1 token-number-2')).toBe('‹access_token› ‹access_token 2›')
    scopes.setLive('TestCase', 'bound', { current: async () => 'dpop-token', scheme: 'DPoP' })
    expect(await scopes.resolve('Bearer ${bound}')).toBe('DPoP dpop-token')
  })
})

const draw = (seed: number, key: string, template: string) => {
  const { run } = open({ seed })
  return run.suite([], 's').case([], key).resolve(template)
}

describe('test data', () => {
  const all = "${uuid} ${random.fullName} ${random.int(1,1000000)} ${random.iban} ${random.regex('[a-f]{8}')}"

  it('[T5] the same seed and place draw the same value; each use draws another one', async () => {
    expect(await draw(1, 'c1', all)).toBe(await draw(1, 'c1', all))
    expect(await draw(1, 'c1', all)).not.toBe(await draw(2, 'c1', all))
    expect(await draw(1, 'c1', all)).not.toBe(await draw(1, 'c2', all))
    const [one, two] = (await draw(1, 'c1', '${uuid} ${uuid}')).split(' ')
    expect(one).not.toBe(two)
  })

  it('[T5] a repeated case draws new values', async () => {
    const suite = open().run.suite([])
    expect(await suite.case([], 'c').resolve('${uuid}')).not.toBe(await suite.case([], 'c').resolve('${uuid}'))
  })
})

/** Short, so that they are drawn again as references; some of what is that short is reserved. */
const name = fc.stringMatching(/^[a-z]{1,3}$/).filter(isVariableName)

it('the names that are drawn can be those of variables', () => {
  const { scopes } = open()
  for (const reserved of ['now', 'env']) expect(() => scopes.set('TestCase', reserved, 1)).toThrow("isn't a valid variable name.")
  fc.assert(
    fc.property(name, (drawn) => isVariableName(drawn)),
    { numRuns: 5_000 },
  )
})

it('[R38] a resolved template holds no ${ that was resolvable', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ name, value: fc.string() }), { selector: (variable) => variable.name, maxLength: 4 }),
      fc.array(
        fc.oneof(
          fc.string(),
          name.map((n) => `\${${n}}`),
          fc.constantFrom('${', '$${', '$', '}'),
        ),
      ),
      async (variables, pieces) => {
        const { scopes } = open()
        for (const variable of variables) scopes.set('TestCase', variable.name, variable.value.replaceAll('$', ''))
        const text = await scopes.resolve(pieces.join('')).catch(() => '')
        const literals = pieces.join('').split('$${').length - 1
        const left = variables.filter((variable) => text.includes(`\${${variable.name}}`))
        if (literals === 0) expect(left).toEqual([])
      },
    ),
  ))

it('a text without ${ is itself', () =>
  fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      fc.pre(!text.includes('${'))
      expect(await open().scopes.resolve(text)).toBe(text)
    }),
  ))
