/** A check, transfer or condition that should take for ever, or all memory, and the response that it is about. Over 400 lines would be fewer cases. */
export interface HostileCheck {
  name: string
  /** Where the rule is in the case. */
  as: 'check' | 'transfer' | 'onlyIf' | 'until' | 'script'
  rule: Record<string, unknown>
  body: () => string
  type: string
}

const json = 'application/json'
const xml = 'application/xml'
const plain = 'text/plain'

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** The `levels` parts of a schema, each of which leads to the next in some ways at once. */
const chain = (levels: number, link: (next: object) => object): object => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...times(levels, (at) => [`d${at}`, link({ $ref: `#/$defs/d${at + 1}` })] as const),
    [`d${levels}`, { type: 'string' }],
  ]),
})

const objects = (count: number): string => JSON.stringify(times(count, (id) => ({ id })))
const nested = (levels: number, inside = '1'): string => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`
const xmlItems = (count: number): string => `<r>${'<a b="1"><c>xxxxxxxxxxxxxxxx</c></a>'.repeat(count)}</r>`

const schema = (name: string, value: object, body: () => string): HostileCheck => ({
  name: `schema: ${name}`,
  as: 'check',
  rule: { source: 'body', is: 'matches-schema', value },
  body,
  type: json,
})
const xpath = (path: string, body = () => xmlItems(2_000)): HostileCheck => ({
  name: `xpath: ${path.slice(0, 60)}`,
  as: 'check',
  rule: { source: 'xml', path, is: 'exists' },
  body,
  type: xml,
})
const jsonPath = (path: string, body: () => string = () => objects(20_000)): HostileCheck => ({
  name: `jsonpath: ${path.slice(0, 60)}`,
  as: 'check',
  rule: { source: 'json', path, is: 'exists' },
  body,
  type: json,
})
const regex = (value: string, body: () => string): HostileCheck => ({
  name: `regex: ${value.slice(0, 60)}`,
  as: 'check',
  rule: { source: 'text', is: 'matches', value },
  body,
  type: plain,
})

const runaway = () => JSON.stringify({ [`${'a'.repeat(40)}!`]: 1 })

const schemas: HostileCheck[] = [
  schema('uniqueItems over 30,000 objects', { uniqueItems: true }, () => objects(30_000)),
  schema('uniqueItems, the last two alike', { uniqueItems: true }, () => objects(40_000).replace(/\]$/, ',{"id":39999}]')),
  schema('not uniqueItems', { not: { uniqueItems: true } }, () => objects(60_000)),
  schema('uniqueItems of nested lists', { uniqueItems: true }, () => JSON.stringify(times(20_000, (at) => [[[at]]]))),
  ...['allOf', 'anyOf', 'oneOf'].map((word) =>
    schema(
      `$ref doubled 40 times by ${word}`,
      chain(40, (next) => ({ [word]: [next, next] })),
      () => '1',
    ),
  ),
  schema(
    '$ref doubled by if and else',
    chain(40, (next) => ({ if: { not: next }, else: next })),
    () => '1',
  ),
  schema(
    '$ref doubled by not',
    chain(40, (next) => ({ not: { anyOf: [next, { not: next }] } })),
    () => '1',
  ),
  schema(
    '$ref doubled by properties',
    chain(30, (next) => ({ properties: { a: next }, additionalProperties: next, allOf: [next] })),
    () => '{"a":{"a":{"a":1}},"b":{}}',
  ),
  schema(
    '$ref doubled by dependentSchemas',
    chain(40, (next) => ({ dependentSchemas: { a: next }, allOf: [next] })),
    () => '{"a":1}',
  ),
  schema(
    '$ref tripled',
    chain(30, (next) => ({ allOf: [next, next, next] })),
    () => '"x"',
  ),
  schema(
    '$ref doubled in items',
    chain(30, (next) => ({ items: next, allOf: [next], contains: next })),
    () => '[[1],[2],[3]]',
  ),
  schema(
    '$ref doubled in propertyNames',
    chain(40, (next) => ({ propertyNames: next, allOf: [next] })),
    () => '{"a":1}',
  ),
  schema(
    '$ref doubled in unevaluatedProperties',
    chain(30, (next) => ({ allOf: [next], unevaluatedProperties: next })),
    () => '{"a":{"b":1}}',
  ),
  schema('a circle of references over a deep value', { $ref: '#', anyOf: [{ $ref: '#' }] }, () => nested(100)),
  schema(
    'recursion that doubles at every level',
    { allOf: [{ items: { $ref: '#' } }, { prefixItems: [{ $ref: '#' }], contains: { $ref: '#' } }] },
    () => nested(60),
  ),
  ...['^(a|a)*$', '^(a+)+$', '^(a*)*b', '(a|aa)+$', '^([a-z]+)*$', '(.*)*=', '^(\\w+\\s?)*$', '(a?){60}a{60}'].map((pattern) =>
    schema(`patternProperties ${pattern}`, { patternProperties: { [pattern]: { type: 'string' } } }, runaway),
  ),
  schema('patternProperties over a name of 200,000', { patternProperties: { 'a*b$': {} } }, () =>
    JSON.stringify({ ['a'.repeat(200_000)]: 1 }),
  ),
  schema('a pattern against 2 MB', { pattern: '^(a|b|ab)*c$' }, () => JSON.stringify('ab'.repeat(1_000_000))),
  schema('10,000 patterns', { items: { anyOf: times(400, (at) => ({ pattern: `(x+x+)+y${at}` })) } }, () =>
    JSON.stringify(times(2_000, () => 'x'.repeat(200))),
  ),
  schema('a pattern of large repetitions', { pattern: 'a{1000}'.repeat(600) }, () => '"a"'),
  schema('format url', { format: 'url' }, () => JSON.stringify(`http://${'a'.repeat(60)}!`)),
  schema('format url of colons', { format: 'url' }, () => JSON.stringify(`http://${':'.repeat(60_000)}`)),
  ...['uri', 'uri-reference', 'uri-template', 'email', 'hostname', 'json-pointer', 'ipv6', 'duration', 'regex'].map((format) =>
    schema(`format ${format} of 1 MB`, { items: { format } }, () =>
      JSON.stringify([`http://${'a.'.repeat(300_000)}`, 'a@'.repeat(300_000), `{${'a,'.repeat(300_000)}`, '/~0'.repeat(200_000)]),
    ),
  ),
  schema('an enum of 20,000 objects', { items: { enum: times(20_000, (id) => ({ id: -id - 1 })) } }, () => objects(20_000)),
  schema('contains in contains', { contains: { contains: { contains: { const: 2 } } } }, () =>
    JSON.stringify(times(150, () => times(150, () => times(20, () => 1)))),
  ),
  schema('oneOf of 3,000', { items: { oneOf: times(3_000, (at) => ({ required: [`k${at}`] })) } }, () => objects(5_000)),
  schema('required of 20,000', { items: { required: times(20_000, (at) => `k${at}`) } }, () => objects(20_000)),
  schema(
    'ids within one another',
    times(40, (at) => at).reduce<object>((inner, at) => ({ $id: `http://x/${at}/`, properties: { a: inner } }), {}),
    () => '{}',
  ),
  schema(
    'unevaluatedItems',
    { anyOf: times(60, (at) => ({ prefixItems: times(at, () => true) })), unevaluatedItems: false },
    () => objects(40_000),
  ),
  schema('a body of 30 MB', { items: { required: ['id'] } }, () => objects(2_000_000)),
]

const long = "string-join(for $i in 1 to 9999 return 'aaaaaaaaaa', '')"
const paths: HostileCheck[] = [
  xpath("replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a|a)*$', '')"),
  xpath("replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a+)+$', '')"),
  xpath("tokenize('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '(a*)*b')"),
  xpath("matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a|aa)+$')"),
  xpath("//a[matches(concat(c, c, c, '!'), '^(x|x)*$')]"),
  xpath('count((1 to 9999) ! (1 to 9999) ! (1 to 9999))'),
  xpath('count(for $a in 1 to 9999, $b in 1 to 9999, $c in 1 to 9999 return 1)'),
  xpath('sum(1 to 9999 ! (1 to 9999 ! (1 to 9999)))'),
  xpath('some $a in 1 to 9999, $b in 1 to 9999, $c in 1 to 9999 satisfies $a + $b + $c = -1'),
  xpath('every $a in //a, $b in //a, $c in //a satisfies $a = $b'),
  xpath('//a[//a[//a[. = "no"]]]'),
  xpath('//*[count(//*[count(//*) > 1]) > 1]'),
  xpath('//a//c/ancestor::*//c/ancestor::*//c'),
  xpath('//a/following::*/preceding::*/following::*'),
  xpath('count(//a/following-sibling::a/preceding-sibling::a/following-sibling::a)'),
  xpath('distinct-values((1 to 9999) ! (1 to 9999))'),
  xpath('reverse((1 to 9999) ! (1 to 9999))'),
  xpath('sort((1 to 9999) ! reverse(1 to 999))'),
  xpath(`${long} ! (1 to 9999) ! ${long}`),
  xpath(`string-join((1 to 9999) ! ${long}, '')`),
  xpath(`string-length(string-join((1 to 9999) ! string-join((1 to 9999) ! 'aaaaaaaaaaaaaaaa')))`),
  xpath(`contains(${long}, concat(${long}, 'b'))`),
  xpath(`codepoints-to-string((1 to 9999) ! string-to-codepoints(${long}))`),
  xpath(`translate(${long}, ${long}, ${long})`),
  xpath(`tokenize(${long}, 'a?')`),
  xpath(`deep-equal((1 to 9999) ! (1 to 9999), (1 to 9999) ! (1 to 9999))`),
  xpath(`index-of((1 to 9999) ! (1 to 9999), -1)`),
  xpath('fold-left((1 to 9999) ! (1 to 9999), 0, op("+"))'),
  xpath('array:flatten(array { (1 to 9999) ! (1 to 9999) })'),
  xpath('map:merge((1 to 9999) ! (1 to 999) ! map { string(.): . })'),
  xpath(`${'('.repeat(60)}1${')'.repeat(60)}`),
  xpath(`${'('.repeat(1_500)}1${')'.repeat(1_500)}`),
  xpath(`//a${'[b'.repeat(800)}${']'.repeat(800)}`),
  xpath(times(900, () => '1').join(' + ')),
  xpath(`/a${'/..//*'.repeat(12)}`),
  xpath('/r', () => `<r>${'<!--'.repeat(100_000)}`),
  xpath('/r', () => `<r ${times(20_000, (at) => `a${at}="1"`).join(' ')}/>`),
  xpath('/r', () => '<r "'.repeat(50_000)),
  xpath('//a', () => `${'<a>'.repeat(511)}${'</a>'.repeat(511)}`),
  xpath(
    '//a',
    () => `<!DOCTYPE r [${times(20, (at) => `<!ENTITY e${at} "${`&e${at - 1};`.repeat(9)}">`).join('')}]><r>&e19;</r>`,
  ),
  xpath('//a[@b = "2"]', () => xmlItems(60_000)),
]

const jsonPaths: HostileCheck[] = [
  jsonPath('$..*..*..*..*', () => nested(200)),
  jsonPath('$..[*,*,*,*]..[*,*,*,*]'),
  jsonPath(`$[${times(900, () => '::1').join()}]`),
  jsonPath(`$[::1,::1,::1,::1]${'[*,*,*,*]'.repeat(12)}`),
  jsonPath('$[?count($..*) > 1]'),
  jsonPath('$[?count($[?@.id > 1]) > 1]'),
  jsonPath('$[?length(@.a) > 1]', () => JSON.stringify(times(200, () => ({ a: 'é'.repeat(20_000) })))),
  jsonPath('$..[?@ == $]', () => nested(400)),
  jsonPath('$.a[?@ == $.b]', () =>
    JSON.stringify({ a: times(3_000, () => times(300, (at) => at)), b: [...times(299, (at) => at), -1] }),
  ),
  jsonPath('$[?match(@.t, "(x+x+)+y")]', () => JSON.stringify(times(200, () => ({ t: 'x'.repeat(20_000) })))),
  jsonPath('$[?search(@.t, @.p)]', () => JSON.stringify(times(5_000, (at) => ({ t: 'x'.repeat(100), p: `(x+x+)+y{${at}}` })))),
  jsonPath('$[?search(@.t, "(a{1,30}){1,30}b")]', () => JSON.stringify(times(400, () => ({ t: 'a'.repeat(4_000) })))),
  jsonPath(`$${'..a'.repeat(300)}`, () => `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
  jsonPath('$.n', () => `{"n":1${'0'.repeat(1_000_000)}1}`),
  jsonPath('$[0]', () => `[${times(400_000, () => '1234567890123456789').join()}]`),
]

const regexes: HostileCheck[] = [
  regex('(x+x+)+y', () => 'x'.repeat(3_000_000)),
  regex('^(a|a)*$', () => `${'a'.repeat(3_000_000)}!`),
  regex('((a{1,30}){1,30})+b', () => 'a'.repeat(200_000)),
  regex('(.*)(.*)(.*)(.*)(.*)=', () => 'é'.repeat(2_000_000)),
  regex('(?:a?){900}a{90}', () => 'a'.repeat(60_000)),
  regex('[a-q][^u-z]{900}x', () => 'abcdefgh'.repeat(200_000)),
  regex('\\b(\\w+\\W+){500}z', () => 'ab '.repeat(300_000)),
  regex('a{1000}'.repeat(600), () => 'a'.repeat(1_000_000)),
]

const others: HostileCheck[] = [
  {
    name: 'equals: a number of 1,000,000 digits',
    as: 'check',
    rule: { source: 'json', path: '$.n', is: 'equals', value: 5 },
    body: () => `{"n":1${'0'.repeat(1_000_000)}1}`,
    type: json,
  },
  {
    name: 'contains: a part that nearly fits everywhere',
    as: 'check',
    rule: { source: 'text', is: 'contains', value: `b${'a'.repeat(20_000)}` },
    body: () => 'a'.repeat(10_000_000),
    type: plain,
  },
  {
    name: 'one-of: large values',
    as: 'check',
    rule: { source: 'body', is: 'one-of', value: times(200, (at) => [...times(2_000, (id) => ({ id })), at]) },
    body: () => JSON.stringify([...times(2_000, (id) => ({ id })), -1]),
    type: json,
  },
  {
    name: 'has-length: 40 MB',
    as: 'check',
    rule: { source: 'text', is: 'has-length', value: 1 },
    body: () => '😀'.repeat(10_000_000),
    type: plain,
  },
  {
    name: 'is-json: 40 MB',
    as: 'check',
    rule: { source: 'text', is: 'is-json' },
    body: () => `[${'[],'.repeat(10_000_000)}[]]`,
    type: plain,
  },
  {
    name: 'snapshot: deep and wide',
    as: 'check',
    rule: {
      source: 'body',
      is: 'matches-snapshot',
      snapshot: JSON.parse(nested(400, `[${times(5_000, () => 1).join()}]`)) as unknown,
    },
    body: () => nested(400, `[${times(5_000, (at) => (at === 4_999 ? 2 : 1)).join()}]`),
    type: json,
  },
  {
    name: 'snapshot: ignored paths within one another',
    as: 'check',
    rule: { source: 'body', is: 'matches-snapshot', snapshot: {}, ignore: [`$${'..*'.repeat(40)}.id`] },
    body: () => nested(60, '{"a":1}'),
    type: json,
  },
  {
    name: 'transfer: a regular expression',
    as: 'transfer',
    rule: { source: 'text', match: '(x+x+)+y', to: 'v' },
    body: () => 'x'.repeat(3_000_000),
    type: plain,
  },
  {
    name: 'transfer: an XPath',
    as: 'transfer',
    rule: { source: 'xml', path: 'count((1 to 9999) ! (1 to 9999) ! (1 to 9999))', to: 'v' },
    body: () => xmlItems(1),
    type: xml,
  },
  {
    name: 'transfer: a JSONPath',
    as: 'transfer',
    rule: { source: 'json', path: '$..*..*..*..*..*', to: 'v' },
    body: () => nested(300),
    type: json,
  },
  {
    name: 'onlyIf: a schema',
    as: 'onlyIf',
    rule: { source: 'body', is: 'matches-schema', value: chain(40, (next) => ({ anyOf: [next, next] })) },
    body: () => '1',
    type: json,
  },
  {
    name: 'onlyIf: an XPath',
    as: 'onlyIf',
    rule: { source: 'xml', path: "replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a|a)*$', '')", is: 'exists' },
    body: () => xmlItems(1),
    type: xml,
  },
  {
    name: 'until: a schema',
    as: 'until',
    rule: { source: 'body', is: 'matches-schema', value: chain(40, (next) => ({ oneOf: [next, next] })) },
    body: () => '1',
    type: json,
  },
  {
    name: 'until: a regular expression',
    as: 'until',
    rule: { source: 'text', is: 'matches', value: '(x+x+)+y' },
    body: () => 'x'.repeat(3_000_000),
    type: plain,
  },
]

/** All of them. */
export const hostileChecks: readonly HostileCheck[] = [...schemas, ...paths, ...jsonPaths, ...regexes, ...others]
