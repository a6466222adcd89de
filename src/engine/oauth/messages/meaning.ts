/** The meaning of a request in plain words, and the section that defines it. */
export interface Meaning {
  request: string
  reference: string
}
