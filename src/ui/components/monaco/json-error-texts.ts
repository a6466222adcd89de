/** What is wrong with a JSON text, by the parser's code. */
export const jsonErrorTexts: Readonly<Record<string, string>> = {
  InvalidSymbol: 'A value of JSON is a text in quotes, a number, true, false, null, an object or a list.',
  InvalidNumberFormat: 'This is not a number as JSON writes them.',
  PropertyNameExpected: 'A name in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'The closing } is missing.',
  CloseBracketExpected: 'The closing ] is missing.',
  EndOfFileExpected: 'Nothing may follow the end of the value.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'The closing quote is missing.',
  InvalidEscapeCharacter: 'This escape is not known to JSON.',
  InvalidCharacter: 'This character must be escaped.',
}
