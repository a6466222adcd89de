/** Words that JavaScript keeps for itself, and what k6 and the script call something already. */
const reserved = (
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function ' +
  'if implements import in instanceof interface let new null package private protected public return static super switch this throw true try ' +
  'typeof undefined var void while with yield NaN Infinity Object Array String Number Boolean Date Math JSON Map Set Symbol Promise Proxy ' +
  'RegExp Error console open require module exports options setup teardown handleSummary data answer ' +
  'check group sleep exec http encoding crypto Rate Trend SharedArray __ENV __VU __ITER'
).split(' ')

/** Names of variables and functions, each given once. */
export class Names {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...reserved, ...taken])
  }

  /** `Create order` as `createOrder`; `fallback` where nothing of it can be a name. */
  of(text: string, fallback: string): string {
    const words = text.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? []
    const joined = words
      .slice(0, 6)
      .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
      .join('')
    const base = joined === '' ? fallback : /^\d/.test(joined) ? `${fallback}${joined}` : joined
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`
      if (this.#taken.has(name)) continue
      this.#taken.add(name)
      return name
    }
  }
}
