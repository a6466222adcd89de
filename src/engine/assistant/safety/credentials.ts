import {
  copulas,
  fillers,
  keyKinds,
  mediumWords,
  nameEnds,
  plainWords,
  possessives,
  strongWords,
  weakWords,
  withWords,
} from './credential-words.ts'
import { credentialShapes, replaceRanges, type Range } from './shapes.ts'

/** A text without the credentials that the user wrote or pasted into it. */
export interface Withheld {
  /** With `${variable}` instead of each. */
  text: string
  secrets: { variable: string; value: string }[]
}

interface Credential extends Range {
  variable: string
}

type Tier = 'strong' | 'medium' | 'weak'

interface Word {
  tier: Tier
  variable: string
  pattern: RegExp
}

const words: readonly Word[] = (
  [
    ['strong', strongWords],
    ['medium', mediumWords],
    ['weak', weakWords],
  ] as const
).flatMap(([tier, lists]) =>
  lists.map(([variable, ...forms]) => ({ tier, variable, pattern: new RegExp(`^(?:${forms.join('|')})$`, 'iu') })),
)

const wordOf = (found: string): Word | undefined => words.find(({ pattern }) => pattern.test(found))

const anyWord = [strongWords, mediumWords, weakWords]
  .flatMap((lists) => lists.flatMap(([, ...forms]) => forms))
  .toSorted((one, other) => other.length - one.length)
  .join('|')

/** German puts words together, Chinese has no gaps: what is before may be a part of it. */
const before = String.raw`(?<!\$\{)(?<![\p{Ll}\p{N}](?=(?:key|pin|otp|sid|auth|clé|clave|session|cookie|signature)))`
const quoted =
  String.raw`"(?:[^"\\\n]|\\.){1,400}"|'[^'\n]{1,400}'|` +
  '`[^`\\n]{1,400}`' +
  String.raw`|[“„][^”“\n]{1,400}[”“]|«[^»\n]{1,400}»|「[^」\n]{1,400}」`
const run = String.raw`[^\s\p{Script=Han}，。；：！？、（）「」“”„«»"'` + '`]+'
const value = `(?<value>${quoted}|${run})`
const scheme = String.raw`(?:(?:bearer|basic|token|digest|apikey)\s+)?`

const bounded = String.raw`(?:(?<=\p{Script=Han})|(?!\p{Script=Latin}))`
/** Where a word starts: after a gap, of which Chinese has none. */
const begins = String.raw`(?:\s+|(?<=\p{Script=Han}))`

/** What joins a word to its value: a sign, a copula, or only a gap. */
const joints: readonly string[] = [
  String.raw`(?<sign>\s*(?:[:=：]|=>|->|→)\s*)`,
  String.raw`(?<copula>(?:\s+(?!${copulas})[\p{L}\p{N}'’-]{1,24}){0,5}?${begins}(?:${copulas})\s*:?\s*)`,
  String.raw`(?<gap>${begins}(?:(?:${fillers})${bounded}\s*){0,3})`,
]

/** `my token is Bearer x`, `password: x`, `用密码x登录`: a word, what joins it to a value, and that. */
const spoken: readonly RegExp[] = joints.map(
  (joint) =>
    new RegExp(
      String.raw`(?<own>(?<!\p{L})(?:${possessives})\s*(?:[\p{L}-]+\s+){0,2}?)?(?<with>(?<!\p{Script=Latin})(?:${withWords})\s*(?:(?:the|das|dem|la|le|el)\s+)?)?` +
        String.raw`${before}(?<word>${anyWord})${bounded}["'”’]?${joint}${scheme}${value}`,
      'giu',
    ),
)

/** `hunter2 is my password`, `use x as the token`, `x goes into X-Api-Key`. */
const reversed = new RegExp(
  String.raw`(?<![^\s"'“„«（(\p{Script=Han}])${value}(?:\s+|(?=\p{Script=Han}))(?:(?:goes|go|belongs|put|kommt|gehört|soll|va|vaut|debe ir)\s+)?(?:is|as|into|in|ist|als|es|como|en|est|comme|dans|是|作为)\s*` +
    String.raw`(?:[\p{L}'’]+\s+){0,2}?(?:[\p{L}]+-)*(?<word>${anyWord})${bounded}`,
  'giu',
)

/** `"access_token": "x"`, `X-Api-Key: x`, `client_secret=x&…`, `export TOKEN=x`. */
const named = new RegExp(
  String.raw`(?<query>[?&])?(?<name>(?<![\p{L}\p{N}])[\p{L}_][\p{L}\p{N}_.-]*)\\?["']?\s*[:=]\s*(?<value>\\?"(?:[^"\\\n]|\\[^"\n])*\\?"|'[^'\n]*'|[^\n]+)`,
  'gu',
)

/** `-u user:x`, `--cookie x`: options of curl and its like. */
const options =
  /(?:^|\s)(?:-u|--user|--proxy-user|-U|-b|--cookie|--oauth2-bearer|--token|--password|--api-key)[ =]+(?<value>"[^"\n]+"|'[^'\n]+'|\S+)/g

/** `log in as admin / x`, `credentials admin:x`. */
const pairs =
  /(?:credentials?|zugangsdaten|anmeldedaten|credenciales|identifiants|凭据|凭证|log(?:ged|ging)?[ -]?in|sign(?:ed)? in|einloggen|anmelden|connecter?|sesión|登录|登陆)[^\n]{0,40}?[\s：:](?<user>[\w.@+-]{2,40})(?::\s?|\s\/\s|\/)(?<value>[^\s"'，。；,;]{3,})/giu

/** What may be a key without any word for it: letters and digits, long, and no words between its signs. */
const dense = /(?<![\w/.@%${-])[A-Za-z0-9+/_=-]{20,}(?![\w@])/g

/** All places of a string that hold a credential, as far as they can be detected. Rather one too many than one too few. */
function credentialsIn(text: string): Credential[] {
  const found: Credential[] = credentialShapes(text).map((range) => ({
    ...range,
    variable: text[range.end] === '@' ? 'password' : 'token',
  }))
  const add = (match: RegExpExecArray, variable: string) => {
    const range = valueRange(match)
    if (range) found.push({ ...range, variable })
  }
  for (const pattern of spoken)
    for (const match of eachMatch(pattern, text)) {
      const known = wordOf(match.groups?.['word'] ?? '')
      if (known && isSpokenValue(known, match)) add(match, known.variable)
    }
  for (const match of eachMatch(reversed, text)) {
    const known = wordOf(match.groups?.['word'] ?? '')
    const said = bare(match.groups?.['value'] ?? '')
    if (known && isOdd(said) && /\d|[!@#%&*]/.test(said) && said.length >= (known.tier === 'weak' ? 8 : 5))
      add(match, known.variable)
  }
  for (const match of eachMatch(named, text)) {
    const variable = variableOf(match.groups?.['name'] ?? '', match.groups?.['query'] !== undefined)
    if (variable === undefined) continue
    const range = namedRange(match)
    if (range) found.push({ ...range, variable })
  }
  for (const match of text.matchAll(options)) {
    const range = valueRange(match)
    const colon = range && /^\s*-[uU]\b|user/.test(match[0]) ? text.slice(range.start, range.end).indexOf(':') + 1 : 0
    if (range && !isReference(text.slice(range.start + colon, range.end)))
      found.push({ start: range.start + colon, end: range.end, variable: colon > 0 ? 'password' : 'token' })
  }
  for (const match of text.matchAll(pairs)) {
    const said = match.groups?.['value'] ?? ''
    if (isOdd(said) && !isMethod(match.groups?.['user'] ?? '')) add(match, 'password')
  }
  for (const match of text.matchAll(dense)) if (isDense(match[0])) found.push({ ...rangeOf(match, match[0]), variable: 'token' })
  return found.filter(({ start, end }) => end > start)
}

/** Matches that may overlap: a word that was the value of another one may have a value itself. */
function* eachMatch(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  const own = new RegExp(pattern.source, pattern.flags)
  for (let match = own.exec(text); match; match = own.exec(text)) {
    yield match
    const said = match.groups?.['value'] ?? ''
    const next = match.index + match[0].lastIndexOf(said)
    own.lastIndex = Math.max(match.index + 1, Math.min(next, own.lastIndex))
  }
}

const rangeOf = (match: RegExpMatchArray, part: string): Range => {
  const start = (match.index ?? 0) + match[0].lastIndexOf(part)
  return { start, end: start + part.length }
}

const trailing = /[.,;:)\]}>\\]+$/

/** Without quotes, and without what ends a sentence. */
const bare = (said: string): string => (/^["'`“„«「]/.test(said) ? said.slice(1, -1) : said.replace(trailing, ''))

function valueRange(match: RegExpMatchArray): Range | undefined {
  const said = match.groups?.['value'] ?? ''
  const inner = bare(said)
  if (inner === '' || isReference(inner)) return undefined
  const range = rangeOf(match, said)
  const start = range.start + (said.length > inner.length && !said.startsWith(inner) ? 1 : 0)
  return { start, end: start + inner.length }
}

/**
 * The value of a field or header; what has no quotes ends where the next one starts, of `Authorization` and `Cookie` with the
 * line.
 */
function namedRange(match: RegExpExecArray): Range | undefined {
  const { name = '', value: all = '' } = match.groups ?? {}
  const from = match.index + match[0].length - all.length
  const isLine = /authorization|cookie/i.test(name)
  const quote = /^\\?["']/.exec(all)?.[0] ?? ''
  const rest = all.slice(quote.length)
  const end =
    quote === ''
      ? (isLine ? /["'\n]|$/ : /[\s&,;"'}\])]|$/).exec(
          rest.replace(/^(?:bearer|basic|token)\s+/i, (found) => '_'.repeat(found.length)),
        )?.index
      : rest.length - quote.length
  const whole = rest.slice(0, end ?? rest.length).trimEnd()
  const lead = /^(?:bearer|basic|token|digest|apikey)\s+/i.exec(whole)?.[0].length ?? 0
  const said = whole.slice(lead).replace(trailing, quote === '' ? '' : '$&')
  if (said === '' || isReference(said) || isNoValue(said)) return undefined
  return { start: from + quote.length + lead, end: from + quote.length + lead + said.length }
}

/** The variable of a field, header or parameter that holds a credential; undefined: it holds none. */
function variableOf(name: string, inQuery: boolean): string | undefined {
  const parts = name
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1-')
    .toLowerCase()
    .split(/[_.-]+/)
    .filter((part) => part !== '')
  const [last = '', kind = ''] = [parts.at(-1), parts.at(-2)]
  if (last === 'key' ? keyKinds.has(kind) || inQuery : last === 'sig' || last === 'code' ? inQuery : nameEnds.has(last))
    return /passw|pwd|^pass|kennwort|contrase|mdp/.test(last)
      ? 'password'
      : /key/.test(last)
        ? 'api_key'
        : /secret/.test(last)
          ? 'client_secret'
          : 'token'
  return undefined
}

function isSpokenValue({ tier }: Word, match: RegExpExecArray): boolean {
  const { own, with: using, sign, copula, value: whole = '' } = match.groups ?? {}
  const said = bare(whole)
  if (!/[\p{L}\p{N}]/u.test(said) || isReference(said) || isNoValue(said)) return false
  const isQuoted = said !== whole && /^["'`“„«「]/.test(whole)
  if (sign !== undefined) return tier === 'weak' ? isOdd(said) && /\d/.test(said) : !isCount(said)
  if (copula !== undefined) {
    if (tier === 'strong') return !isCount(said) && !isPastForm(said)
    if (own !== undefined) return !isCount(said) && !isPastForm(said)
    return isOdd(said) && (tier === 'medium' ? !isIdentifier(said) : /\d/.test(said) && /\p{L}/u.test(said) && said.length >= 6)
  }
  if (isCount(said) || /^[1-5]\d\d$/.test(said)) return false
  if (tier === 'strong') return isOdd(said) || ((using !== undefined || own !== undefined || isQuoted) && !isPastForm(said))
  if (isIdentifier(said)) return false
  return isOdd(said) && /\d|[!@#%&*+=]/.test(said) && said.length >= (tier === 'medium' ? 4 : 6) && /\p{L}/u.test(said)
}

/** Something with a digit, a sign or letters of both cases within: no word of a sentence. */
const isOdd = (said: string): boolean =>
  (/\d|[^\p{L}\p{N}'’-]|\p{Ll}\p{Lu}/u.test(said) || /^[\p{L}]+(?:-[\p{L}]+){3,}$/u.test(said)) && !isReference(said)

/** A template, a path, a URL without a password, a file, a JSONPath, a header's name, a method: it names something else. */
const isReference = (said: string): boolean =>
  /^\$|^\{\{|^<[\w -]*>?$|^[•*x…]{2,}$|^\.{0,2}\/|^https?:\/\/[^@]*$|^(?:X-)?(?:[A-Z][a-z]+-)+[A-Z][a-z]+$|\.(?:csv|json|ya?ml|pem|p12|pfx|crt|xml|txt|aprj)$|^[|{}()[\]<>=+-]+$/i.test(
    said,
  ) && !/^x-.*\d/i.test(said)
    ? true
    : isMethod(said)

const isMethod = (said: string): boolean => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(said)

/** A word that is said about credentials. */
const isNoValue = (said: string): boolean => plainWords.has(said.toLowerCase().replace(/[!?]+$/, ''))

/** "is rotated", "ist zurückgesetzt", "está vencido": said of it, no value. */
const isPastForm = (said: string): boolean =>
  /^\p{Ll}+(?:ed|ing|able|ible|less|ly|bar|los|gesetzt|ado|ada|ido|ida|é|ée|és)$/u.test(said) || /^ge\p{Ll}+[nt]$/u.test(said)

/** A short number: a length, a count. */
const isCount = (said: string): boolean => /^\d{1,2}$/.test(said)

/** `access_token`, `accessToken`, `orders:read`, `token.expired`: names of things. */
const isIdentifier = (said: string): boolean =>
  /^[a-z]+(?:_[a-z]+)+$/.test(said) || /^[a-z]+(?:[A-Z][a-z]+)+$/.test(said) || /^[a-zA-Z]+(?:[.:/][a-zA-Z]+)+$/.test(said)

function isDense(said: string): boolean {
  if (!/\d/.test(said) || !/[A-Za-z]/.test(said) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(said)) return false
  // A path or a name of words and numbers.
  if (said.split(/[-_/+=]+/).every((part) => /^(?:[A-Za-z]*|\d*|[a-z]+\d{1,3}|v\d+)$/.test(part))) return false
  const counts = new Map<string, number>()
  for (const unit of said) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const entropy = [...counts.values()].reduce((sum, count) => sum - (count / said.length) * Math.log2(count / said.length), 0)
  return entropy > 3
}

/** A passphrase goes on over several words, to the end of its clause. */
const phrase = /pass[ -]?phrase\W{1,3}(?:is|ist|es|est|:|=)\W{1,3}(?<value>\p{L}+(?: \p{L}+){2,9})/giu

/**
 * Takes the credentials out of what the user wrote, before anything else is done with it; undefined: it holds none. The same
 * value has the same variable, and none is left anywhere in the text.
 */
export function withholdCredentials(text: string): Withheld | undefined {
  const found = credentialsIn(text)
  for (const match of text.matchAll(phrase))
    found.push({ ...rangeOf(match, match.groups?.['value'] ?? ''), variable: 'password' })
  if (found.length === 0) return undefined
  const names = new Map<string, string>()
  const ranges: Credential[] = []
  for (const range of found.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = ranges.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else ranges.push({ ...range })
  }
  for (const { start, end, variable } of ranges) {
    const said = text.slice(start, end)
    if (names.has(said)) continue
    const count = [...names.values()].filter((name) => name.replace(/_\d+$/, '') === variable).length
    names.set(said, count === 0 ? variable : `${variable}_${count + 1}`)
  }
  const placed = (said: string) => `\${${names.get(said) ?? ''}}`
  let rest = replaceRanges(text, ranges, ({ start, end }) => placed(text.slice(start, end)))
  for (const said of names.keys()) if (said.length >= 4) rest = rest.replaceAll(said, placed(said))
  return { text: rest, secrets: [...names].map(([said, variable]) => ({ variable, value: said })) }
}

/** Characters of a file that are searched. */
const mostSearched = 200_000

/** Values in a file that are credentials: those that {@link withholdCredentials} finds, and the cells of columns with such names. */
export function credentialsInFile(text: string): { variable: string; value: string }[] {
  const start = text.slice(0, mostSearched)
  const [head = '', ...rows] = start.split(/\r?\n/)
  const separator = [',', ';', '\t'].find((one) => head.includes(one)) ?? ','
  const cellsOf = (row: string) => row.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, ''))
  const columns = cellsOf(head).map((name) =>
    /^[\w .-]{1,60}$/.test(name) ? variableOf(name.replaceAll(' ', '_'), false) : undefined,
  )
  const cells = columns.some((variable) => variable !== undefined)
    ? rows.flatMap((row) =>
        cellsOf(row).flatMap((value, at) => (columns[at] && value !== '' ? [{ variable: columns[at], value }] : [])),
      )
    : []
  return [...(withholdCredentials(start)?.secrets ?? []), ...cells]
}
