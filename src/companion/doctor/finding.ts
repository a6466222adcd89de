/** What was looked at on this machine, and what was found. `lacks`: runs, or what is named, can't do without; `warning`: some can. */
export interface Finding {
  title: string
  state: 'ok' | 'warning' | 'lacks'
  text: string
  /** What to do about it. */
  hint?: string
}
