/** A piece of a request as it stands there. */
export interface RawToken {
  kind: 'word' | 'number' | 'quoted' | 'path' | 'url' | 'method' | 'jsonpath' | 'reference' | 'file' | 'email' | 'sign' | 'end'
  /** As it stands there; of a quotation what is quoted. */
  text: string
  start: number
  end: number
}

const patterns: readonly [RawToken['kind'], RegExp][] = [
  [
    'quoted',
    /"([^"\n]{1,300})"|“([^”\n]{1,300})”|„([^“”"\n]{1,300})[“”"]|«\s*([^»\n]{1,300}?)\s*»|「([^」\n]{1,300})」|『([^』\n]{1,300})』|‘([^’\n]{1,300})’|`([^`\n]{1,300})`/uy,
  ],
  ['url', /https?:\/\/[^\s"'<>，。、；）)]+/uy],
  ['email', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/uy],
  ['reference', /\$\{[^{}\s]+\}/uy],
  ['jsonpath', /\$(?:\.[\p{L}_][\p{L}\p{N}_-]*|\[[^\]\s]+\])+/uy],
  ['file', /[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.(?:csv|tsv|jsonl?|ya?ml|xlsx?|txt|sql|pict)\b/iuy],
  ['method', /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b(?=[\s?.,;:)]|$)/uy],
  ['path', /\/[\p{L}\p{N}{}$_~:.%-]+(?:\/[\p{L}\p{N}{}$_~:.%-]*)*(?:\?[^\s"'，。]*)?/uy],
  // Dates and times of ISO 8601.
  ['word', /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}])/uy],
  // Dates as people write them, wrong ones too.
  ['word', /\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?![\p{L}\p{N}.])/uy],
  // Months of a year: `01-2025`, `2025/01`.
  ['word', /(?:(?:0[1-9]|1[0-2])[-/.](?:19|20)\d{2}|(?:19|20)\d{2}[-/.](?:0[1-9]|1[0-2]))(?![\p{L}\p{N}.-])/uy],
  // Numbers of telephones.
  ['word', /\+\d{7,15}(?![\p{L}\p{N}])|\+?\d{1,3}[- ]\d{3}-\d{4}(?![\p{L}\p{N}])|\d{3}-\d{3,4}(?![\p{L}\p{N}-])/uy],
  ['word', /\d{1,2}(?:st|nd|rd|th|ème)(?![\p{L}\p{N}])/iuy],
  [
    'number',
    /[-−]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_])|[-−]?\d+(?:[.,]\d+)?(?=(?:ms|s|sec|min|m|h|x|k|%|st|nd|rd|th|e|re)\b)|\d+(?:\.\d+)?(?=\p{Script=Han})/uy,
  ],
  ['word', /mc\s?[/-]\s?dc\b/iuy],
  // Codes: `A-100`, `ORD-2024-7`.
  ['word', /[A-Za-z]{1,8}-\d[A-Za-z\d]*(?:-[A-Za-z\d]+)*(?![\p{L}\p{N}])/uy],
  [
    'word',
    /[\p{Script=Latin}\p{M}\p{N}_]+(?:[.][\p{Script=Latin}\p{N}_]+)*(?:['’](?:t|s|re|ll|ve|d|m)\b)?|\p{Script=Han}+|[\p{L}\p{N}_]+/uy,
  ],
  ['sign', /->|→|=>|>=|<=|≥|≤|[=<>%+*@&|~]/uy],
  ['end', /[.!?;:,()\n。！？；：，、（）—–¿¡…|]/uy],
]

/** Cuts a request into pieces; what fits none is left out. At most 4,000 of them. */
export function tokensOf(text: string): RawToken[] {
  const tokens: RawToken[] = []
  for (let at = 0; at < text.length && tokens.length < 4_000;) {
    const token = tokenAt(text, at)
    if (token) {
      tokens.push(token)
      at = token.end
    } else at++
  }
  return tokens
}

function tokenAt(text: string, at: number): RawToken | undefined {
  const before = text[at - 1] ?? ' '
  for (const [kind, pattern] of patterns) {
    if ((kind === 'path' || kind === 'method') && /[\p{L}\p{N}_/]/u.test(before) && !/\p{Script=Han}/u.test(before)) continue
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) continue
    const quoted = kind === 'quoted' ? match.slice(1).find((part) => part !== undefined) : undefined
    // The end of a sentence is no part of an address.
    const whole = kind === 'url' || kind === 'path' ? match[0].replace(/[.,;:!?]+$/, '') : match[0]
    return { kind, text: quoted ?? whole, start: at, end: at + whole.length }
  }
  // 'one word or more' between single quotes, not the apostrophe of a word.
  if (text[at] === "'" && !/[\p{L}\p{N}]/u.test(before)) {
    const match = /^'([^'\n]{1,200})'(?![\p{L}\p{N}])/u.exec(text.slice(at, at + 210))
    if (match?.[1] !== undefined) return { kind: 'quoted', text: match[1], start: at, end: at + match[0].length }
  }
  return undefined
}
