import { namesAnEnd } from '#engine/base/end-time-name.ts'

/** What a value is, by the name of its key: without case, `_`, `-` and what is before the last word, which decides. */
const byName: readonly [RegExp, string][] = [
  [/(e?mail|emailaddress)$/, 'random.email'],
  [/(first|given|fore)name$/, 'random.firstName'],
  [/(last|family|sur)name$/, 'random.lastName'],
  [/(user|login|account|nick)name$|^(user|login|username)$/, 'random.userName'],
  [/(company|organi[sz]ation|employer|vendor|supplier|brand)(name)?$/, 'random.company'],
  [/^(name|fullname|displayname|contactname|customer(name)?|owner|author|recipient|person)$/, 'random.fullName'],
  [/(password|passphrase|pwd)$/, 'random.password(16)'],
  [/(phone|mobile|telephone|fax|phonenumber|mobilenumber)$/, 'random.phone'],
  [/(street|address|addressline\d?|line1)$/, 'random.street'],
  [/(city|town|locality)$/, 'random.city'],
  [/country(name)?$/, 'random.country'],
  [/(zip|zipcode|postcode|postalcode)$/, 'random.postcode'],
  [/(url|uri|website|homepage|link|href)$/, 'random.url'],
  [/(ip|ipaddress|ipv4)$/, 'random.ipv4'],
  [/ipv6$/, 'random.ipv6'],
  [/iban$/, 'random.iban'],
  [/(creditcard|cardnumber|pan)$/, 'random.creditCard'],
  [/(uuid|guid)$/, 'random.uuid'],
  [/(birthday|birthdate|dateofbirth|dob)$/, "random.date('1950-01-01','2005-12-31')"],
  [/(description|comment|message|note|notes|summary|remark|remarks)$/, 'random.sentence'],
  [/(title|subject|headline)$/, 'random.words(3)'],
]

/** Numbers whose name says that any will do. */
const numbers: readonly [RegExp, string][] = [
  [/(quantity|qty|count|amount|stock|units|pieces)$/, 'random.int(1,100)'],
  [/(price|total|cost|weight|balance|salary|rate)$/, 'random.float(1,1000)'],
  [/^age$/, 'random.int(18,90)'],
]

/** The kind of a string by its form. */
const byForm: readonly [RegExp, string][] = [
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i, 'random.uuid'],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'random.email'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'now.iso'],
  [/^\d{4}-\d{2}-\d{2}$/, 'random.pastDate'],
  [/^https?:\/\//, 'random.url'],
  [/^\d{1,3}(\.\d{1,3}){3}$/, 'random.ipv4'],
]

const find = (table: readonly [RegExp, string][], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/**
 * The function of templates that makes values like `value` at `key`: by the value's form, else by the key's name. Undefined where nothing
 * tells what it is, as for a state or an identifier: another value there would make the request a wrong one.
 */
export function fittingFunction(key: string, value: unknown): string | undefined {
  const name = key.replaceAll(/[_\-\s.]/g, '').toLowerCase()
  if (typeof value === 'number') return find(numbers, name)
  if (typeof value !== 'string' || value.includes('${')) return undefined
  // What ends is later than what starts, in every run.
  if (/^\d{4}-\d{2}-\d{2}/.test(value) && namesAnEnd(key)) return value.length === 10 ? 'random.futureDate' : undefined
  return find(byForm, value) ?? find(byName, name)
}
