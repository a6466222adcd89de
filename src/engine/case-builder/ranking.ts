/** Okapi BM25 (Robertson and Walker 1994; k1 1.2, b 0.75) over small documents of stems. */
export class Ranking<T> {
  readonly #items: readonly { item: T; counts: ReadonlyMap<string, number>; length: number }[]
  readonly #found = new Map<string, number>()
  readonly #average: number

  constructor(items: readonly T[], words: (item: T) => readonly string[]) {
    this.#items = items.map((item) => {
      const counts = new Map<string, number>()
      const all = words(item)
      for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const word of counts.keys()) this.#found.set(word, (this.#found.get(word) ?? 0) + 1)
      return { item, counts, length: all.length }
    })
    this.#average = this.#items.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#items.length)
  }

  /** Whether some item has this word. */
  has(word: string): boolean {
    return this.#found.has(word)
  }

  /** Words of items that start like this one, but that no item has in full: `alia` of `alias`. */
  alike(word: string): string[] {
    if (this.has(word) || word.length < 4) return [word]
    return [...this.#found.keys()].filter((one) => one.length >= 4 && (one.startsWith(word) || word.startsWith(one)))
  }

  /** How rare a word is among the items; 0 if no item has it. */
  weight(word: string): number {
    const found = this.#found.get(word) ?? 0
    return found === 0 ? 0 : Math.log(1 + (this.#items.length - found + 0.5) / (found + 0.5))
  }

  /** The items that have some of the words, the best first. */
  rank(words: readonly string[]): { item: T; score: number }[] {
    const wanted = [...new Set(words)]
    return this.#items
      .map(({ item, counts, length }) => {
        let score = 0
        for (const word of wanted) {
          const count = counts.get(word)
          if (count) score += (this.weight(word) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / this.#average))
        }
        return { item, score }
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
  }
}
