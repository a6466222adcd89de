/** A `${…}` in a text. */
export interface Reference {
  /** Index of `$`. */
  start: number
  /** Index after `}`; the text's length when it is not closed. */
  end: number
  /** What is inside, without arguments: `baseUrl`, `random.int`. */
  name: string
  closed: boolean
}

/**
 * All references of a text, left to right; `$${` is a literal. An unclosed one reaches to the end. Braces inside
 * single-quoted arguments don't close it. After `most` of them it ends.
 */
export function scanReferences(text: string, most = Infinity): Reference[] {
  const found: Reference[] = []
  let at = text.indexOf('$')
  while (at !== -1 && found.length < most) {
    if (text.startsWith('$${', at)) at += 3
    else if (text.startsWith('${', at)) {
      let end = at + 2
      let quoted = false
      while (end < text.length && (quoted || text[end] !== '}')) {
        if (text[end] === "'") quoted = !quoted
        end += 1
      }
      const closed = end < text.length
      const name = (text.slice(at + 2, end).split('(')[0] ?? '').trim()
      found.push({ start: at, end: closed ? end + 1 : end, name, closed })
      at = closed ? end + 1 : end
    } else at += 1
    at = text.indexOf('$', at)
  }
  return found
}

/** The reference that is being typed at the caret: where its name starts, and what is there so far. */
export function openReference(text: string, caret: number): { start: number; typed: string } | undefined {
  const match = /\$\{([A-Za-z0-9_.-]*)$/.exec(text.slice(0, caret))
  if (!match || text[match.index - 1] === '$') return undefined
  return { start: match.index, typed: match[1] ?? '' }
}

/** Whether the text is one reference or several, with nothing between: what a secret field may hold instead of an id. */
export const onlyReferences = (text: string): boolean => /^(\$\{[^{}]+\})+$/.test(text)

/** The functions that completion offers, each with an example of what it gives. */
export const functions: readonly { name: string; insert: string; value: string }[] = [
  { name: 'uuid', insert: 'uuid', value: '0b7f3a52-6f0c-4f0e-…' },
  { name: 'now.iso', insert: 'now.iso', value: 'the time, ISO 8601; now.iso(+2d), +1M is a month' },
  { name: 'now.unix', insert: 'now.unix', value: 'seconds since 1970' },
  { name: 'now.millis', insert: 'now.millis', value: 'milliseconds since 1970' },
  { name: 'now.date', insert: 'now.date', value: 'the day, 2026-01-31' },
  { name: 'env.name', insert: 'env.name', value: "the environment's name" },
  ...[
    ['int', 'int(1,100)', '42'],
    ['float', 'float(0,1)', '0.417'],
    ['boolean', 'boolean', 'true'],
    ['alphanumeric', 'alphanumeric(8)', 'k3Xq9aZb'],
    ['hex', 'hex(8)', '9f3c01ab'],
    ['uuid', 'uuid', '0b7f3a52-6f0c-4f0e-…'],
    ['firstName', 'firstName', 'Maria'],
    ['lastName', 'lastName', 'Miller'],
    ['fullName', 'fullName', 'Maria Miller'],
    ['email', 'email', 'maria.miller@example.org'],
    ['userName', 'userName', 'maria_miller42'],
    ['password', 'password(12)', 'x8Jq_2kfPz1s'],
    ['phone', 'phone', '555-010-2345'],
    ['street', 'street', '12 Mill Lane'],
    ['city', 'city', 'Springfield'],
    ['country', 'country', 'Norway'],
    ['postcode', 'postcode', '10115'],
    ['company', 'company', 'Miller and Sons'],
    ['word', 'word', 'amber'],
    ['words', 'words(3)', 'amber quiet river'],
    ['sentence', 'sentence', 'Amber quiet river runs.'],
    ['paragraph', 'paragraph', 'several sentences'],
    ['url', 'url', 'https://amber.example/'],
    ['ipv4', 'ipv4', '203.0.113.7'],
    ['ipv6', 'ipv6', '2001:db8::7'],
    ['date', 'date(2026-01-01,2026-12-31)', '2026-07-14'],
    ['pastDate', 'pastDate', '2025-11-02'],
    ['futureDate', 'futureDate', '2027-03-09'],
    ['iban', 'iban', 'DE89 3704 0044 …'],
    ['creditCard', 'creditCard', '4111111111111111'],
    ['pick', 'pick(a,b)', 'a'],
    ['regex', "regex('[a-z]{3}')", 'qzx'],
  ].map(([name, insert, value]) => ({ name: `random.${name}`, insert: `random.${insert}`, value: value ?? '' })),
]

/** Whether a name belongs to a function: `random…`, `now…`, `env…`, `uuid`. */
export const isFunction = (name: string): boolean => /^(random|now|env|uuid)(\.|$)/.test(name)
