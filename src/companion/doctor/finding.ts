/** One check of this machine with its result. `lacks`: required by runs or the given URL. `warning`: only required by some. */
export interface Finding {
  title: string
  state: 'ok' | 'warning' | 'lacks'
  text: string
  /** What to do about it. */
  hint?: string
}
