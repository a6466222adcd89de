// `npm run lint`: refuses words that native speakers don't use here, in what people read (docs, texts) and in commit subjects.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Each pattern with what to write instead. */
export const refusedWords = [
  [/\banew\b/i, 'again'],
  [/\bagain and again\b/i, 'repeatedly'],
  [/\bshall\b/i, 'should or will'],
  [/\bcan not\b/i, "can't or cannot"],
  [/\bbelongs? into\b/i, 'belongs in'],
  [/\bthe contrary\b/i, 'the negation or opposite'],
  [/\b(?:brought over|comes? over)\b/i, 'imported or converted'],
  [/\bcomes? to nothing\b/i, 'resolves to an empty value'],
  [/\bgot new\b/i, 'requested a new one'],
  [/\b(?:some|no)body\b|\bwhoever\b/i, 'the user, you, or nothing'],
  [/\bdescriptions? of (?:an |the )?APIs?\b/i, 'API definition'],
  [/\bexercise[sd]?\b/i, 'cover'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bunless said otherwise\b|\belse, unless\b/i, 'by default'],
  [/(?<!there )\b(?:is|are) no (?!longer\b|more\b)[a-z]/i, "isn't, aren't, or there is no"],
  [/\b(?:is|are) (?:told|said)\b/i, 'reported, listed or named'],
  [/\bwhat stands (?:there|here)\b/i, 'the content'],
  [/\b\w+\(s\)/, 'the plural helper `counted`'],
]

const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const withoutComments = (code) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (text) => text.replace(/[^\n]/g, ' '))

/** Prose of a file, with the line at which each piece begins. */
export function proseOf(file, text) {
  if (file.endsWith('.md')) {
    const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '))
    return prose.split('\n').map((line, index) => [index + 1, line])
  }
  const code = withoutComments(text)
  return [...code.matchAll(literals)]
    .map((match) => [
      code.slice(0, match.index).split('\n').length,
      (match[1] ?? match[2] ?? match[3]).replace(/\$\{[^}]*\}/g, '…'),
    ])
    .filter(([, literal]) => literal.includes(' '))
}

/** Findings as lines: `docs/data.md:3: "anew": write again`. */
export function refusedIn(file, text) {
  const found = []
  for (const [line, prose] of proseOf(file, text))
    for (const [pattern, instead] of refusedWords) {
      const match = pattern.exec(prose)
      if (match) found.push(`${file}:${line}: "${match[0]}": write ${instead}`)
    }
  return found
}

/** Files of texts, and files that contain their few texts themselves. */
const hasTexts = /texts[^/]*\.ts$|^(?:export )?const (?:t|\w*[tT]exts) = \{$/m

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function lint() {
  const files = git('ls-files', 'src/**/*.ts', 'src/**/*.tsx', 'docs/*.md', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md')
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.|docs\/(?:attack|oauth-conformance)\.md/.test(file))
  const found = files
    .map((file) => [file, readFileSync(file, 'utf8')])
    .filter(([file, text]) => file.endsWith('.md') || hasTexts.test(file) || hasTexts.test(text))
    .flatMap(([file, text]) => refusedIn(file, text))
  const subject = git('log', '-1', '--format=%s').trim()
  if (subject.length > 72) found.push(`The last commit's subject has ${subject.length} characters: use at most 72.`)
  return found
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let found = []
  try {
    found = lint()
  } catch (error) {
    if (error.code !== 'ENOENT' && error.status !== 128) throw error
    console.error("Words not checked: this folder isn't a git checkout.")
  }
  for (const line of found) console.error(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
