/** A request that a check looks at, as far as an API says something about it. */
export interface LookedAt {
  method: string
  url: string
}
