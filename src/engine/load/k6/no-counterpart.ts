/** Something that k6 can't do; the message says what, as the end of a sentence. */
export class NoCounterpart extends Error {
  override name = 'NoCounterpart'
}
