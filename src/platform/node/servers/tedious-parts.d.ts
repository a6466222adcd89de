/** The part of tedious that reads values, by its file: the package's front door leaves it out. */
declare module 'tedious/lib/value-parser.js' {
  interface Read {
    value: unknown
    /** Where the next value starts. */
    offset: number
  }
  const parts: {
    readValue(bytes: Buffer, offset: number, metadata: { type: { name: string }; scale?: number }, options: unknown): Read
  }
  export default parts
}
