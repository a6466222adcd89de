import { expect, it } from 'vitest'
import { refusedIn } from '../scripts/words.mjs'

it('[P1] the word list finds a listed word in a text, a template and a page, with its line', () => {
  expect(refusedIn('src/texts.ts', "export const texts = {\n  again: 'Run it anew.',\n}")).toEqual([
    'src/texts.ts:2: "anew": write again',
  ])
  expect(refusedIn('src/texts.ts', 'const rows = (n: number) => `${n} row(s) left`')).toEqual([
    'src/texts.ts:1: "row(s)": write the plural helper `counted`',
  ])
  expect(refusedIn('docs/data.md', '# Data\n\nA row shall have a name.')).toEqual([
    'docs/data.md:3: "shall": write should or will',
  ])
})

it('[P1] the word list ignores identifiers, comments, expressions and code blocks', () => {
  const code = [
    '// Nobody reads this anew.',
    'const nobody = mend(anew) // shall',
    "const key = 'nobody'",
    'const text = `Try ${nobody.anew} again`',
  ].join('\n')
  expect(refusedIn('src/texts.ts', code)).toEqual([])
  expect(refusedIn('docs/data.md', 'Use `nobody`:\n\n```\nnobody shall mend\n```\n')).toEqual([])
})
