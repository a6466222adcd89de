/** What a field is about, in a sentence, and the standard that says so. */
export interface AboutField {
  text: string
  /** `RFC 6749 section 2.3`. */
  reference?: string | undefined
}

/** What is known about the fields below, by their labels. */
export type AboutFields = () => Readonly<Record<string, AboutField>> | undefined
