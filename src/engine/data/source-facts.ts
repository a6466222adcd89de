/** Facts about a kind of data source without the code that reads it: small enough for the page's first screen. */
export interface SourceFacts {
  /** Its name, in menus and headings. */
  title: string
  /** What a new one is called. */
  newName: string
  /** It is text, in the project or in a file next to it. */
  hasText?: true
  /** What the host must be able to do. */
  needs?: 'sql'
  /** Of a new one the keys that the format has no default for, and what it starts with. */
  initial: Readonly<Record<string, unknown>>
}
