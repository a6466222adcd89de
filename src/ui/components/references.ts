/** A `${…}` in a text. */
export interface Reference {
  /** Index of `$`. */
  start: number
  /** Index after `}`; the text's length when it is not closed. */
  end: number
  /** What stands inside, without arguments: `baseUrl`, `random.int`. */
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

/** The functions that completion offers, with what they give. */
export const functions: readonly { name: string; insert: string; value: string }[] = [
  { name: 'uuid', insert: 'uuid', value: 'a random UUID' },
  { name: 'now.iso', insert: 'now.iso', value: 'the time, ISO 8601; now.iso(+2d)' },
  { name: 'now.unix', insert: 'now.unix', value: 'seconds since 1970' },
  { name: 'now.millis', insert: 'now.millis', value: 'milliseconds since 1970' },
  { name: 'now.date', insert: 'now.date', value: 'the day, 2026-01-31' },
  { name: 'env.name', insert: 'env.name', value: "the environment's name" },
  ...[
    ['int', 'int(1,100)', 'a whole number'],
    ['float', 'float(0,1)', 'a number'],
    ['boolean', 'boolean', 'true or false'],
    ['alphanumeric', 'alphanumeric(8)', 'letters and digits'],
    ['hex', 'hex(8)', 'hexadecimal digits'],
    ['uuid', 'uuid', 'a UUID'],
    ['firstName', 'firstName', 'a first name'],
    ['lastName', 'lastName', 'a last name'],
    ['fullName', 'fullName', 'a full name'],
    ['email', 'email', 'an e-mail address'],
    ['userName', 'userName', 'a user name'],
    ['password', 'password(12)', 'a password'],
    ['phone', 'phone', 'a phone number'],
    ['street', 'street', 'a street'],
    ['city', 'city', 'a city'],
    ['country', 'country', 'a country'],
    ['postcode', 'postcode', 'a postcode'],
    ['company', 'company', 'a company'],
    ['word', 'word', 'a word'],
    ['words', 'words(3)', 'some words'],
    ['sentence', 'sentence', 'a sentence'],
    ['paragraph', 'paragraph', 'a paragraph'],
    ['url', 'url', 'a URL'],
    ['ipv4', 'ipv4', 'an IPv4 address'],
    ['ipv6', 'ipv6', 'an IPv6 address'],
    ['date', 'date(2026-01-01,2026-12-31)', 'a day between two'],
    ['pastDate', 'pastDate', 'a day in the past'],
    ['futureDate', 'futureDate', 'a day to come'],
    ['iban', 'iban', 'an IBAN'],
    ['creditCard', 'creditCard', 'a credit card number'],
    ['pick', 'pick(a,b)', 'one of these'],
    ['regex', "regex('[a-z]{3}')", 'a text that matches'],
  ].map(([name, insert, value]) => ({ name: `random.${name}`, insert: `random.${insert}`, value: value ?? '' })),
]

/** Whether a name belongs to a function: `random…`, `now…`, `env…`, `uuid`. */
export const isFunction = (name: string): boolean => /^(random|now|env|uuid)(\.|$)/.test(name)
