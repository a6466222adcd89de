import type { Faker } from '@faker-js/faker'
import type { FunctionContext, FunctionSpec } from './function-spec.ts'
import type { LocaleName } from './locales.ts'

const loaded = new Map<LocaleName, Faker>()

/** The library with one locale, loaded at its first use. */
async function load(locale: LocaleName): Promise<Faker> {
  const { localeModules } = await import('./locale-modules.ts')
  const { faker } = await localeModules[locale]()
  loaded.set(locale, faker)
  return faker
}

type Make = (faker: Faker, length: number) => string

/** Each draw seeds the library again, so that what it gives depends on the run's seed and the locale alone. */
function draw(make: Make, { draws, locale }: FunctionContext, length: number): string | Promise<string> {
  const seed = draws.next()
  const from = (faker: Faker): string => {
    faker.seed(seed)
    return make(faker, length)
  }
  const inLocale = (faker: Faker): string | Promise<string> => {
    try {
      return from(faker)
    } catch {
      // Some regions have no such thing: there are no postal codes in Hong Kong.
      return load('en').then(from)
    }
  }
  const known = loaded.get(locale)
  return known === undefined ? load(locale).then(inLocale) : inLocale(known)
}

const plain = (name: string, description: string, make: Make): [string, FunctionSpec] => [
  `random.${name}`,
  {
    signature: `random.${name}`,
    description,
    compile: (values) => (values.length === 0 ? (context) => draw(make, context, 0) : 'it takes no arguments'),
  },
]

const sized = (name: string, description: string, standard: number, make: Make): [string, FunctionSpec] => [
  `random.${name}`,
  {
    signature: `random.${name}(n)`,
    description,
    compile(values) {
      const length = values.length === 0 ? standard : Number(values[0])
      if (values.length > 1 || !Number.isInteger(length) || length < 1 || length > 1_000)
        return 'it takes a whole number from 1 to 1000'
      return (context) => draw(make, context, length)
    },
  },
]

/** Functions whose data comes from a library: names, addresses, texts. Mail and web addresses are reserved ones (RFC 2606). */
export const dataFunctions: readonly [string, FunctionSpec][] = [
  plain('firstName', 'a first name', (faker) => faker.person.firstName()),
  plain('lastName', 'a family name', (faker) => faker.person.lastName()),
  plain('fullName', 'first and family name', (faker) => faker.person.fullName()),
  plain('email', 'an email address at example.com, .net or .org', (faker) => faker.internet.exampleEmail()),
  plain('userName', 'a username', (faker) => faker.internet.username()),
  sized('password', 'a password with n characters', 16, (faker, length) => faker.internet.password({ length })),
  plain('phone', 'a phone number', (faker) => faker.phone.number()),
  plain('street', 'a street with a house number', (faker) => faker.location.streetAddress()),
  plain('city', 'a city', (faker) => faker.location.city()),
  plain('country', 'a country', (faker) => faker.location.country()),
  plain('postcode', 'a postal code', (faker) => faker.location.zipCode()),
  plain('company', 'a company name', (faker) => faker.company.name()),
  plain('word', 'a word', (faker) => faker.lorem.word()),
  sized('words', 'n words', 3, (faker, length) => faker.lorem.words(length)),
  plain('sentence', 'a sentence', (faker) => faker.lorem.sentence()),
  plain('paragraph', 'a paragraph', (faker) => faker.lorem.paragraph()),
  plain('url', 'a URL under .example', (faker) => `https://${faker.internet.domainWord()}.example/`),
  plain('ipv4', 'an IPv4 address', (faker) => faker.internet.ipv4()),
  plain('ipv6', 'an IPv6 address', (faker) => faker.internet.ipv6()),
  plain('iban', 'an IBAN with a valid checksum', (faker) => faker.finance.iban()),
  plain('creditCard', 'a card number with a valid check digit', (faker) => faker.finance.creditCardNumber().replace(/\D/g, '')),
]
