import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localeNames, type LocaleName } from './locales.ts'
import { seeded } from './seeded.ts'
import { functions } from './functions.ts'
import { isVariableName, listReferences, parseTemplate, readTemplate } from './parse.ts'
import { sample, sampler } from './regex-sample.ts'

const clock = { now: () => Date.UTC(2026, 0, 31, 12), monotonic: () => 0, sleep: () => Promise.resolve() }
const call = async (template: string): Promise<unknown> => {
  const [part] = parseTemplate(template).parts
  if (typeof part !== 'object' || part.compute === undefined) throw new Error('not a call')
  return part.compute({ clock, draws: seeded('test'), environment: 'Local', locale: 'en' })
}

describe('parseTemplate', () => {
  it('reads texts and references in order, with places', () => {
    expect(parseTemplate('a ${b.c-d} "${e}"').parts).toEqual([
      'a ',
      { name: 'b.c-d', start: 2, end: 10, quoted: false, compute: undefined },
      ' "',
      { name: 'e', start: 12, end: 16, quoted: true, compute: undefined },
      '"',
    ])
  })

  it('reads $${ as a literal ${ and leaves other dollars alone', () => {
    expect(parseTemplate('$${a} $$ $').parts).toEqual(['${a} $$ $'])
    expect(parseTemplate('$$${a}').parts).toEqual(['$${a}'])
  })

  it.each([
    ['x ${a', 'template-syntax', 'Missing "}" for "${" at column 3.'],
    ['x\n ${', 'template-syntax', 'Missing "}" for "${" at line 2, column 2.'],
    ['${a b}', 'template-syntax', '"${a b}" at column 1 isn\'t a variable or function.'],
    ['${}', 'template-syntax', '"${}" at column 1 isn\'t a variable or function.'],
    ['${random.emial}', 'variable-unknown', 'Unknown function "random.emial" at column 1.'],
    ['${foo(1)}', 'template-syntax', '"foo" at column 1 is a variable, so it takes no arguments.'],
    ['${random.int(9,1)}', 'template-syntax', '"${random.int}" at column 1: 9 is more than 1.'],
    ["${random.pick('a)}", 'template-syntax', 'Missing "}" for "${" at column 1.'],
  ])('[R38] %j is rejected with its place', (template, code, message) => {
    expect(() => parseTemplate(template)).toThrow(expect.objectContaining({ code, message }))
  })

  it('[R38] an unknown function names the nearest', () =>
    expect(readTemplate('${random.emial}').problems[0]?.hint).toContain('Did you mean "random.email"?'))

  it('never throws while it lists', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('${', 'a', '}', '(', ')', ',', "'", '$', 'random.int', '\\', '"')), (pieces) => {
        expect(listReferences(pieces.join('')).every(({ start, end }) => end > start)).toBe(true)
      }),
    ))

  it('knows the names that variables can have', () => {
    expect(['a', '_x.y-z', 'randomly', 'now-x'].every(isVariableName)).toBe(true)
    expect(['random', 'now.iso', 'uuid', 'env.x', '1a', ''].some(isVariableName)).toBe(false)
  })
})

describe('functions', () => {
  it.each([
    ['${env.name}', 'Local'],
    ['${now.iso}', '2026-01-31T12:00:00.000Z'],
    ['${now.iso(+2d)}', '2026-02-02T12:00:00.000Z'],
    ["${now.iso('-3h +15m')}", '2026-01-31T09:15:00.000Z'],
    ['${now.iso(+30s)}', '2026-01-31T12:00:30.000Z'],
    ['${now.date(-1d)}', '2026-01-30'],
    ['${now.date(+1M)}', '2026-02-28'],
    ['${now.date(-11M +1y +1d)}', '2026-03-01'],
    ['${now.date(+3y)}', '2029-01-31'],
    ['${now.unix}', 1_769_860_800],
    ['${now.millis}', 1_769_860_800_000],
    ["${random.pick('it\\'s, }')}", "it's, }"],
    ['${random.int(5,5)}', 5],
    ['${random.date(2026-01-01,2026-01-01)}', '2026-01-01'],
  ])('[T5] %s', async (template, expected) => expect(await call(template)).toBe(expected))

  it.each([
    ['${uuid}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['${random.alphanumeric(12)}', /^[A-Za-z0-9]{12}$/],
    ['${random.hex(3)}', /^[0-9a-f]{3}$/],
    ['${random.float(1,2)}', /^1\.\d+$/],
    ['${random.words(4)}', /^\w+( \w+){3}$/],
    ['${random.password(20)}', /^.{20}$/],
    ['${random.ipv4}', /^\d+\.\d+\.\d+\.\d+$/],
    ['${random.creditCard}', /^\d{12,19}$/],
    ['${random.pick(a,b)}', /^[ab]$/],
    ['${random.pastDate}', /^202[56]-\d\d-\d\d$/],
  ])('[T5] %s looks like %s', async (template, shape) => expect(String(await call(template))).toMatch(shape))

  it('[T5] every function gives a value in every locale, the same for the same draws', async () => {
    const computes = [...functions.values()].map((spec) => spec.compile([])).filter((compute) => typeof compute !== 'string')
    const all = (locale: LocaleName) =>
      Promise.all(computes.map((compute) => compute({ clock, draws: seeded('x'), environment: 'Local', locale })))
    for (const locale of localeNames) {
      const values = await all(locale)
      for (const value of values) expect(String(value)).not.toMatch(/^$|undefined/)
      expect(await all(locale)).toEqual(values)
    }
    expect(await all('de')).not.toEqual(await all('en'))
  })

  it('[T5] every function gives a value without arguments or says what it needs', async () => {
    for (const [name, spec] of functions) {
      const compute = spec.compile([])
      if (typeof compute === 'string') expect(['random.pick', 'random.regex']).toContain(name)
      else expect(String(await compute({ clock, draws: seeded('x'), environment: 'Local', locale: 'en' }))).not.toBe('')
    }
  })
})

describe('random.regex', () => {
  it.each(['[a-z]{3}', '(ab|c\\d+)-[^x]?', '\\w+@\\S{2,}', '^a*$', '[A-F0-9]{2}(:[A-F0-9]{2}){5}', '\\u0041\\.', '(?<y>\\d{4})'])(
    '[T5] what is made of %s matches it',
    (pattern) =>
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const node = sampler(pattern)
          if (typeof node === 'string') throw new Error(node)
          expect(sample(node, seeded(String(seed)))).toMatch(new RegExp(`^(?:${pattern})$`))
        }),
      ),
  )
  it.each(['[', '(?=a)', '(a)\\1', 'a{2000}', '[^ -~]'])('%s is rejected with the reason', (pattern) =>
    expect(typeof sampler(pattern)).toBe('string'),
  )
  it('nested repetitions end', () => {
    const node = sampler('(((a{1000}){1000}){1000}){1000}')
    expect(typeof node === 'string' ? 0 : sample(node, seeded('x')).length).toBeLessThan(300_000)
  })
})
