import { expect, it } from 'vitest'
import { checkPict } from './check-pict.ts'
import { derive } from '../index.ts'
import { completePict } from './complete-pict.ts'
import { parsePict } from './pict.ts'
import type { CombinationsDesign } from './schema.ts'
import { afterText, isWritable, writePict } from './write-pict.ts'

const text = `# volumes
Type:        Primary, Logical, Single (3), Span | Striped
Size:        ~-1, 10, 100, 500
File system: FAT, FAT32

{ Type, Size } @ 3
IF [File system] = "FAT" THEN [Size] <= 100;
# not Single
[Type] <> "Single" OR
  [Size] > 10;
`
const design: CombinationsDesign = { ...parsePict(text), name: 'Volumes' }

it('[D3] a model that is written as PICT has it is read as it was', () => {
  expect(writePict(design)).toBe(`Type: Primary, Logical, Single (3), Span|Striped
Size: ~-1, 10, 100, 500
File system: FAT, FAT32

{ Type, Size } @ 3

IF [File system] = "FAT" THEN [Size] <= 100;
[Type] <> "Single" OR
  [Size] > 10;
`)
  expect(parsePict(writePict(design))).toEqual({ ...design, name: '' })
  expect(isWritable(design)).toBe(true)
})

it('[D3] a text keeps what it does not know: types, rows, the seed', () => {
  const parameters = [
    { name: 'paid', values: [true, false, null, { value: '7', rule: 'type' }, 'a'] },
  ] as CombinationsDesign['parameters']
  const typed: CombinationsDesign = { ...design, seed: 9, parameters, groups: [], constraints: [], rows: [{ paid: true }] }
  expect(isWritable(typed)).toBe(true)
  const changed = afterText(typed, writePict(typed).replace('false', '~false').replace(', a', ', b, 3'))
  expect(changed).toMatchObject({ seed: 9, rows: [{ paid: true }] })
  expect(changed.parameters[0]).toHaveProperty('values', [
    true,
    { value: false, valid: false },
    null,
    { value: '7', rule: 'type' },
    'b',
    3,
  ])
})

it("[D3] reports a value that PICT can't express", () => {
  expect(isWritable({ ...design, parameters: [{ name: 'x', values: ['a, b'] }], groups: [], constraints: [] })).toBe(false)
  expect(isWritable({ ...design, parameters: [{ name: 'x: y', values: ['a'] }], groups: [], constraints: [] })).toBe(false)
})

it('[D3] a first constraint that PICT would take for a parameter is written so that it is one, and refused where it is read', () => {
  const first = 'NOT [Size] = 10 OR [Type] IN {"Span", "Single"}'
  const negated: CombinationsDesign = { ...design, groups: [], constraints: [first] }
  // cli/mparser.cpp, lineIsConstraint: IF, [ or ( begin the constraints.
  const written = writePict(negated)
  expect(written).toContain(`\n(${first});\n`)
  expect(isWritable(negated)).toBe(true)
  expect(parsePict(written).constraints).toEqual([`(${first})`])
  expect(checkPict(`Size: 10, 20\nType: Span, Single\n\n${first};\n`).mistakes).toMatchObject([
    { from: 33, text: expect.stringContaining('in parentheses') },
  ])
  expect(checkPict(`${written}${first};\n`).mistakes).toEqual([])
  expect(parsePict('Not [yet]: a, b').parameters).toHaveLength(1)
})

it('[D3] reports errors with their positions in the text, counting comments and several lines', () => {
  const at = (wrong: string, part: string) => {
    const { mistakes } = checkPict(wrong)
    return mistakes.map(({ from, to, text: said }) => [wrong.slice(from, to), from === wrong.indexOf(part), said])
  }
  expect(checkPict(text).mistakes).toEqual([])
  expect(at(text.replace('[Size] > 10', '[Sise] > 10'), '[Sise]')).toEqual([
    ['[Sise]', true, 'Unknown parameter "Sise". Did you mean "Size"?'],
  ])
  expect(at(text.replace('THEN', 'THAN'), 'THAN')).toMatchObject([['THAN', true, 'expected THEN, found "THAN".']])
  expect(at(text.replace('{ Type, Size } @ 3', 'Colour'), 'Colour')).toMatchObject([
    ['Colour', true, expect.stringContaining('a name, a colon')],
  ])
  expect(at(text.replaceAll('\n', '\r\n').replace('<= 100', '<= "x"'), '"x"')).toMatchObject([['"x"', true, expect.any(String)]])
})

it('[D3] completion in a constraint: words, parameters, and values of the parameter that is compared', () => {
  const model = 'Type: Primary, Span\nSize: 10, 100\n\n'
  const offered = (typed: string) =>
    completePict(`${model}${typed}`, model.length + typed.length).map(({ insert, from }) => [insert, from - model.length])
  expect(offered('')).toEqual([])
  expect(offered('IF ')).toEqual([
    ['NOT', 3],
    ['[Type]', 3],
    ['[Size]', 3],
  ])
  expect(offered('IF [T')).toEqual([
    ['[Type]', 3],
    ['[Size]', 3],
  ])
  expect(offered('IF [Type] ').map(([insert]) => insert)).toContain('LIKE')
  expect(offered('IF [Type] = ')).toEqual([
    ['"Primary"', 12],
    ['"Span"', 12],
  ])
  expect(offered('IF [Type] = "P')).toEqual([
    ['"Primary"', 12],
    ['"Span"', 12],
  ])
  expect(offered('IF [Size] IN {10, ')).toEqual([
    ['10', 18],
    ['100', 18],
  ])
  expect(offered('IF [Type] = "Span" T').map(([insert]) => insert)).toContain('THEN')
})

it('[D3] NOT IN, NOT LIKE, functions without brackets and escaped brackets are read as PICT 3.7.4 reads them (its test models real021, cons350, func001, cons062)', async () => {
  const infeasible = async (model: string): Promise<string[]> => {
    const result = await derive(parsePict(model), {})
    const texts = new Map(result.items.map(({ id, text: said }) => [id, said]))
    return result.infeasible.map(({ item }) => texts.get(item) ?? '')
  }
  const model = 'Kind: VB, C#, Web\nLinked: Yes, No\nA]b: ~x, y\n'
  expect(await infeasible(`${model}IF [Kind] NOT IN {"VB", "C#"} THEN [Linked] = "No";`)).toEqual(['Kind = Web, Linked = Yes'])
  expect(await infeasible(`${model}if [Kind] not like "?b" then [Linked] = "No";`)).toEqual([
    'Kind = C#, Linked = Yes',
    'Kind = Web, Linked = Yes',
  ])
  expect(await infeasible(`${model}IF IsNegative( Linked ) THEN [Kind] = "VB";`)).toEqual([])
  expect(await infeasible(`${model}IF [A\\]b] = "x" THEN [Kind] = "VB";`)).toEqual(['Kind = C#, A]b = x', 'Kind = Web, A]b = x'])
  expect(checkPict(`${model}IF [Kind] NOT = "VB" THEN [Linked] = "No";`).mistakes).toMatchObject([
    { text: expect.stringContaining('IN or LIKE') },
  ])
})

it('[D3] keeps a parameter without values in the text, and reports its line', () => {
  const empty: CombinationsDesign = { ...design, parameters: [...design.parameters, { name: 'Colour', values: [] }] }
  expect(isWritable(empty)).toBe(true)
  const written = writePict(empty)
  const { design: read, mistakes } = checkPict(written)
  expect(read?.parameters.at(-1)).toEqual({ name: 'Colour', values: [] })
  expect(mistakes.map(({ from, to, text: said }) => [written.slice(from, to).trim(), said])).toEqual([
    ['Colour:', 'the parameter "Colour" has no values: add them after the colon, separated by commas.'],
  ])
})
