/** Names of all functions of `T`: the compiler asks for each. */
export type NamesOf<T> = Readonly<Record<keyof T, true>>

/**
 * The functions of what `load` brings, which is fetched at `soon` or at the first call, whichever comes first. A call waits for it, and is
 * rejected if it can't be had; the next one asks again. Once it is there a call is a plain one.
 */
export function lazyCalls<T extends { [Name in keyof T]: (...values: never[]) => unknown }>(
  names: NamesOf<T>,
  load: () => Promise<T>,
  soon: Promise<void>,
): T {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  const get = async (): Promise<T> => {
    try {
      return (loaded = await (loading ??= load()))
    } catch (thrown) {
      loading = undefined
      throw thrown
    }
  }
  // A load that fails now is retried by the first call, which says so.
  soon.then(get).catch(() => undefined)
  const callOf =
    (name: string) =>
    (...values: unknown[]): unknown => {
      const run = (all: T): unknown => Reflect.apply(Reflect.get(all, name), all, values)
      return loaded ? run(loaded) : get().then(run)
    }
  const calls: unknown[][] = Object.keys(names).map((name) => [name, callOf(name)])
  return Object.fromEntries(calls)
}
