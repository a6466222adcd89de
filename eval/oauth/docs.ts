import { causes } from './causes.ts'
import type { Explained } from './lab.ts'
import { mistakes } from './mistakes.ts'

const share = (list: readonly Explained[], judgement: string): number =>
  list.filter((one) => (one.judgement === 'none' ? 'wrong' : one.judgement) === judgement).length

const title = ({ told }: Explained): string => (told.situation === '' ? '(none)' : (told.text.split('. ')[0] ?? ''))

const row = (...cells: (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const totals = (explained: readonly Explained[]): [string, Explained[]][] => [
  ['All', [...explained]],
  ['All but those held out', explained.filter(({ make }) => !make.heldOut)],
  ['Held out', explained.filter(({ make }) => make.heldOut)],
]

/** The page docs/oauth-diagnosis.md: the figures by make, and each mistake with the cause told and the true one. */
export function docsOf(explained: readonly Explained[]): string {
  const files = [...new Set(explained.map(({ file }) => file))]
  const of = (file: string) => explained.filter((one) => one.file === file)
  const name = (file: string) => of(file)[0]?.make.name ?? file
  return `# How OAuth2 errors are explained

Measure how often Assay names the true cause of a rejected sign-in or token request:

\`\`\`bash
npm run eval:oauth
npm run eval:oauth -- --makes keycloak,dex
\`\`\`

The command starts oidc-provider with the paths, discovery document, sign-in page and error responses
of many provider products ("makes"). It makes one mistake at a time, and compares the diagnosis card
with the true cause, which was recorded beforehand. It prints the mistakes that aren't explained
correctly, and writes this page.

To add a make, add a file to \`eval/oauth/makes\`: its paths, its discovery document, and the response to
each mistake in \`eval/oauth/mistakes.ts\`, ideally recorded from a running server. To
add a type of mistake, add a line to \`mistakes.ts\`, with a cause from the closed list in \`causes.ts\`.

Right: the card's main cause is the true one, or the make responds to both mistakes in the same way and
the card lists the true cause. Partly: the card only lists the true cause. Wrong: it doesn't, or no
card is shown.

## By make

${row('Make', 'Mistakes', 'Right', 'Partly', 'Wrong')}
${row('---', '--:', '--:', '--:', '--:')}
${files.map((file) => row(name(file), of(file).length, share(of(file), 'right'), share(of(file), 'partly'), share(of(file), 'wrong'))).join('\n')}
${totals(explained)
  .map(([label, list]) => row(label, list.length, share(list, 'right'), share(list, 'partly'), share(list, 'wrong')))
  .join('\n')}

The held-out makes were drawn at random, and their responses weren't used to write the cards, so their
figures show how well unfamiliar makes are explained.

## Running providers

Eleven providers that Assay had never been tested with were set up on one machine, and the causes of all
mistakes were written down first. Only mistakes that the provider rejected count.

| Provider | Mistakes | Right at first contact | Partly | Wrong | Right after the fixes |
| --- | --: | --: | --: | --: | --: |
| python-oauth2 1.1 | 16 | 13 | 0 | 3 | 16 |
| oauth20-provider 0.6 | 19 | 16 | 1 | 2 | 19 |
| aioauth 2.0 | 19 | 11 | 0 | 8 | 19 |
| Spring Security OAuth 2.5 | 23 | 15 | 2 | 6 | 22 |
| Model Context Protocol SDK for Python 2.3 | 17 | 16 | 0 | 1 | 17 |
| oxide-auth 0.6 | 16 | 10 | 0 | 6 | 13 |
| rack-oauth2 1.21 | 19 | 16 | 0 | 3 | 17 |
| a12n-server 0.31 | 20 | 13 | 1 | 6 | 19 |
| Apache CXF 4.0 | 19 | 15 | 2 | 2 | 17 |
| hashicorp/cap 0.15 | 12 | 6 | 3 | 3 | 12 |
| ejabberd 23.01 | 8 | 5 | 0 | 3 | 6 |
| All | 188 | 136 | 9 | 43 | 177 |

The last two were set up after the fixes for the others. No secret was found in any run's record.

## Sources

"Not recorded" means reconstructed from the provider's documentation: a running server may word its messages differently.
Where a repository is named, only some of its messages were read and compared.

${files.map((file) => `- ${name(file)}: ${of(file)[0]?.make.source}`).join('\n')}

## By mistake

${files
  .map(
    (file) => `### ${name(file)}

${row('Mistake', 'True cause', 'Card', '')}
${row('---', '---', '---', '---')}
${of(file)
  .map((one) =>
    row(
      one.id,
      causes[mistakes[one.id]?.cause ?? 'server-error'],
      title(one),
      one.judgement === 'none' ? 'wrong' : one.judgement,
    ),
  )
  .join('\n')}`,
  )
  .join('\n\n')}
`
}
