/** What is wrong with a JSON text, by the parser's code. */
export const jsonErrorTexts: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Expected a JSON value: string, number, true, false, null, object or array.',
  InvalidNumberFormat: 'Invalid JSON number.',
  PropertyNameExpected: 'Expected a name in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Missing closing }.',
  CloseBracketExpected: 'Missing closing ].',
  EndOfFileExpected: 'Unexpected text after the value.',
  InvalidCommentToken: "JSON doesn't allow comments.",
  UnexpectedEndOfString: 'Missing closing quote.',
  InvalidEscapeCharacter: 'Invalid escape.',
  InvalidCharacter: 'Escape this character.',
}
