/**
 * A script whose tests pass only if QuickJS, its libraries and its limits work as expected: run in the page by
 * `import.journey.ts` and in Node by `src/engine/steps/script/script.test.ts`.
 */
export const parityScript = String.raw`
const same = (name, actual, expected) => pm.test(name, () => pm.expect(actual).to.deep.equal(expected))
same('crypto', crypto.hmac('sha256', 'key', 'text'), CryptoJS.HmacSHA256('text', 'key').toString())
same('lodash', _.chain([3, 1, 2]).sortBy().map((n) => n * 2).value(), [2, 4, 6])
same('moment', moment.utc(0).add(1, 'month').format('dddd, D MMMM YYYY'), 'Sunday, 1 February 1970')
same('schema', tv4.validate({ a: 1 }, { type: 'object', required: ['a'] }), true)
same('text', ['\u00e9'.normalize('NFD').length, 'ß'.toUpperCase(), [...'👍🏽'].length], [2, 'SS', 2])
same('numbers', [0.1 + 0.2, 2 ** 53 + 1, (1234.5678).toFixed(2)], [0.30000000000000004, 9007199254740992, '1234.57'])
same('lookbehind', 'a1b2'.replace(/(?<=[a-z])\d/g, '#'), 'a#b#')
same('host', [typeof fetch, typeof process, typeof WebAssembly, typeof postMessage], Array(4).fill('undefined'))
try {
  const all = []
  for (;;) all.push(new Uint8Array(1e6))
} catch (error) {
  same('memory', error.message, 'out of memory')
}
const sent = await pm.sendRequest({ url: pm.request.url.toString() })
same('request', [sent.code, pm.response.code], [401, 401])
pm.globals.set('parity', await Promise.resolve('done'))
`
