import type { RuntimeFunction } from './function.ts'

const list = (name: string, text: string): string =>
  `const ${name} = (\n  ${[...chunks(text)].map((part) => `'${part}'`).join(' +\n  ')}\n).split(' ')`

function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const space = text.lastIndexOf(' ', at + 90)
    const end = text.length - at <= 90 || space <= at ? text.length : space + 1
    yield text.slice(at, end)
    at = end
  }
}

const one = (name: string, what: string, code: string, needs: readonly string[] = ['pick']): RuntimeFunction => ({
  needs,
  text: `/** ${what} */\nconst ${name} = () => ${code}`,
})

/** Random data from one seed; what libraries have in thousands is here a handful. */
export const randomFunctions = {
  random: {
    text: String.raw`/** Repeatable random numbers (sfc32) by seed and user. To use another seed: k6 run -e SEED=2 */
let state = [0x9e3779b9, 0x243f6a88, Number(__ENV.SEED ?? 1) | 0, __VU | 0]

/** A number from 0 to below 1. */
function random() {
  let [a, b, c, d] = state
  const sum = (((a + b) | 0) + d) | 0
  d = (d + 1) | 0
  a = b ^ (b >>> 9)
  b = (c + (c << 3)) | 0
  c = (((c << 21) | (c >>> 11)) + sum) | 0
  state = [a, b, c, d]
  return (sum >>> 0) / 4294967296
}

for (let times = 0; times < 16; times++) random()`,
  },
  between: {
    needs: ['random'],
    text: String.raw`/** A whole number between two bounds, inclusive. */
const between = (min, max) => min + Math.floor(random() * (max - min + 1))`,
  },
  decimal: {
    needs: ['random'],
    text: String.raw`/** A number with up to six decimals. */
const decimal = (min, max) => Math.min(max, Number((min + random() * (max - min)).toFixed(6)))`,
  },
  pick: { needs: ['between'], text: String.raw`const pick = (list) => list[between(0, list.length - 1)]` },
  times: {
    needs: ['between'],
    text: String.raw`/** Repeats a generated string. */
const times = (min, max, make) => Array.from({ length: between(min, max) }, make).join('')`,
  },
  alphanumeric: {
    needs: ['times', 'pick'],
    text: String.raw`const alphanumeric = (length) =>
  times(length, length, () => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'))`,
  },
  hex: {
    needs: ['times', 'pick'],
    text: String.raw`const hex = (length) => times(length, length, () => pick('0123456789abcdef'))`,
  },
  digits: {
    needs: ['times', 'pick'],
    text: String.raw`const digits = (length) => times(length, length, () => pick('0123456789'))`,
  },
  uuid: {
    needs: ['hex', 'pick'],
    text: String.raw`/** A random UUID, version 4. */
const uuid = () => [hex(8), hex(4), '4' + hex(3), pick('89ab') + hex(3), hex(12)].join('-')`,
  },
  dayBetween: {
    needs: ['between'],
    text: String.raw`/** A day between two days, both included. */
const dayBetween = (from, to) =>
  new Date(Date.parse(from) + 86400000 * between(0, (Date.parse(to) - Date.parse(from)) / 86400000)).toISOString().slice(0, 10)`,
  },
  dayFromNow: {
    text: String.raw`const dayFromNow = (days) => new Date(Date.now() + 86400000 * days).toISOString().slice(0, 10)`,
  },
  firstName: one(
    'firstName',
    'A first name.',
    "pick('Ada Ben Clara David Emma Felix Grace Henry Ines Jonas Karla Liam Maya Noah Olga Paul Rosa Simon Tara Victor'.split(' '))",
  ),
  lastName: one(
    'lastName',
    'A family name.',
    "pick('Adler Baker Carter Dunn Evans Fischer Garcia Huber Ito Jensen Keller Lopez Meyer Novak Olsen Parker Rossi Weber'.split(' '))",
  ),
  fullName: one('fullName', 'A first and a family name.', "firstName() + ' ' + lastName()", ['firstName', 'lastName']),
  userName: one('userName', 'A username.', "(firstName() + '.' + lastName()).toLowerCase() + between(1, 9999)", [
    'firstName',
    'lastName',
    'between',
  ]),
  email: one(
    'email',
    "An email address that isn't in use (RFC 2606).",
    "userName() + '@example.' + pick(['com', 'net', 'org'])",
    ['userName', 'pick'],
  ),
  phone: one('phone', 'A phone number.', "'+1 555 ' + digits(3) + ' ' + digits(4)", ['digits']),
  city: one(
    'city',
    'A city.',
    "pick('Berlin Bristol Chicago Graz Lisbon Lyon Madrid Oslo Porto Prague Seattle Toronto Turin Vienna Zurich'.split(' '))",
  ),
  country: one(
    'country',
    'A country.',
    "pick('Austria Brazil Canada France Germany Italy Japan Kenya Norway Peru Poland Portugal Spain Sweden'.split(' '))",
  ),
  street: one(
    'street',
    'A street with a house number.',
    "between(1, 999) + ' ' + lastName() + ' ' + pick(['Street', 'Road', 'Lane'])",
    ['between', 'lastName', 'pick'],
  ),
  postcode: one('postcode', 'A postal code.', 'digits(5)', ['digits']),
  company: one('company', 'A company name.', "lastName() + ' ' + pick(['Group', 'Inc', 'LLC', 'and Sons'])", [
    'lastName',
    'pick',
  ]),
  wordList: {
    text: list(
      'wordList',
      'alias amet ante arbor aqua bonus caelum calco campana carus cito clam coma conor cubo cura decor dolor ea facilis fuga hic ipsa iure ' +
        'magni modi nemo nulla odio optio quae quia ratio rem saepe sed sint soluta sunt tempora totam ullam unde vel vero vinum vox',
    ),
  },
  word: one('word', 'A word.', 'pick(wordList)', ['pick', 'wordList']),
  words: {
    needs: ['word'],
    text: String.raw`const words = (count) => Array.from({ length: count }, word).join(' ')`,
  },
  sentence: {
    needs: ['words', 'between'],
    text: String.raw`function sentence() {
  const text = words(between(4, 10))
  return text[0].toUpperCase() + text.slice(1) + '.'
}`,
  },
  paragraph: one('paragraph', 'Three sentences.', "[sentence(), sentence(), sentence()].join(' ')", ['sentence']),
  webAddress: one('webAddress', "A URL that isn't in use (RFC 2606).", "'https://' + word() + '-' + word() + '.example/'", [
    'word',
  ]),
  ipv4: one('ipv4', 'An IPv4 address.', "[0, 0, 0, 0].map(() => between(0, 255)).join('.')", ['between']),
  ipv6: one('ipv6', 'An IPv6 address.', "Array.from({ length: 8 }, () => hex(4)).join(':')", ['hex']),
  password: {
    needs: ['times', 'pick'],
    text: String.raw`const password = (length) =>
  times(length, length, () => pick('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'))`,
  },
  iban: {
    needs: ['digits'],
    text: String.raw`/** A German IBAN with a right check sum (ISO 13616). */
function iban() {
  const account = digits(18)
  const rest = [...account + '131400'].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0)
  return 'DE' + String(98 - rest).padStart(2, '0') + account
}`,
  },
  creditCard: {
    needs: ['digits'],
    text: String.raw`/** A card number with a right check digit (ISO/IEC 7812-1). */
function creditCard() {
  const number = '4' + digits(14)
  const sum = [...number].reduce((total, digit, index) => {
    const twice = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return number + ((10 - (sum % 10)) % 10)
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
