/** A piece of JavaScript that scripts need, kept out of those that don't. */
export interface RuntimeFunction {
  /** Others that it calls. */
  needs?: readonly string[]
  /** Names that it takes from k6's modules. */
  imports?: readonly K6Name[]
  /** As it is in the script, without backticks. */
  text: string
}

/** By the name in a script where k6 has it. */
export const k6Modules = {
  check: 'k6',
  group: 'k6',
  sleep: 'k6',
  crypto: 'k6/crypto',
  SharedArray: 'k6/data',
  encoding: 'k6/encoding',
  exec: 'k6/execution',
  http: 'k6/http',
  Rate: 'k6/metrics',
  Trend: 'k6/metrics',
} as const
/** See {@link k6Modules}. */
export type K6Name = keyof typeof k6Modules

/** Modules whose name is what they export by default. */
export const wholeModules: ReadonlySet<K6Name> = new Set<K6Name>(['crypto', 'encoding', 'exec', 'http'])
