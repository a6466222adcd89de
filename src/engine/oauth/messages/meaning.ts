/** What a request says in plain words, and the section that defines it. */
export interface Meaning {
  request: string
  reference: string
}
