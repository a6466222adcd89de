/** A library of scripts, evaluated when a script first uses it (scripts/script-api.mjs bundles them). */
type LibraryName = 'ajv' | 'chai' | 'crypto-js' | 'lodash' | 'moment'

let sources: Partial<Record<string, string>> = {}
const loaded = new Map<string, unknown>()
// Inside of QuickJS, of a text that the build made.
// oxlint-disable-next-line no-eval
const evaluate = globalThis.eval

/** Takes the sources of the libraries that the script may need. */
export function giveLibraries(given: Partial<Record<string, string>>): void {
  sources = given
}

/** A library, evaluated by its first use. */
export function library(name: LibraryName): unknown {
  if (!loaded.has(name)) {
    const source = sources[name]
    if (source === undefined) throw new Error(`The library ${name} isn't loaded: write its name in the script.`)
    // A library may look for a global of its own name.
    loaded.set(name, undefined)
    loaded.set(name, evaluate(`${source};library`))
    delete sources[name]
  }
  return loaded.get(name)
}

/** Defines globals that load a library, or make a value, by their first use. Scripts may replace them. */
export function defineLate(target: object, makers: Record<string, () => unknown>): void {
  for (const name of Object.keys(makers))
    Object.defineProperty(target, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = makers[name]?.()
        Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true })
        return value
      },
      set(value: unknown) {
        Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true })
      },
    })
}
