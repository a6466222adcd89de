import { expect, it } from 'vitest'
import { styledPairs, styledText, styleOf, type ParameterStyle } from './parameter-style.ts'

const list = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }
const query = (style: ParameterStyle, value: unknown): string =>
  styledPairs('color', style, value)
    .map(({ name, value: text }) => `${name}=${text}`)
    .join('&')

// OpenAPI 3.1.1, 4.8.12.6: examples of styles.
it.each([
  ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['spaceDelimited', false, 'color=', 'color=blue', 'color=blue black brown', 'color=R 100 G 200 B 150'],
  ['pipeDelimited', false, 'color=', 'color=blue', 'color=blue|black|brown', 'color=R|100|G|200|B|150'],
  [
    'deepObject',
    true,
    'color=',
    'color=blue',
    'color[0]=blue&color[1]=black&color[2]=brown',
    'color[R]=100&color[G]=200&color[B]=150',
  ],
] as const)('[R13] a query in the style %s, explode %s', (style, explode, ...expected) => {
  expect(['', 'blue', list, object].map((value) => query({ style, explode }, value))).toEqual(expected)
})

it.each([
  ['simple', false, 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['label', false, '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['matrix', false, ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
] as const)('[R13] a part of a path in the style %s, explode %s', (style, explode, ...expected) => {
  expect(['blue', list, object].map((value) => styledText('color', { style, explode }, value))).toEqual(expected)
})

it('[R13] what nests deeper, what is JSON, and the styles of Swagger', () => {
  expect(query({ style: 'deepObject', explode: true }, { a: { b: [1] } })).toBe('color[a][b][0]=1')
  expect(query({ style: 'json', explode: false }, { a: [1] })).toBe('color={"a":[1]}')
  expect(query(styleOf({ collectionFormat: 'pipes' }, 'form'), list)).toBe('color=blue|black|brown')
  expect(query(styleOf({ collectionFormat: 'multi' }, 'form'), list)).toBe('color=blue&color=black&color=brown')
  expect(styleOf({ style: 'deepObject' }, 'form')).toEqual({ style: 'deepObject', explode: true })
  expect(styleOf({}, 'simple')).toEqual({ style: 'simple', explode: false })
})
