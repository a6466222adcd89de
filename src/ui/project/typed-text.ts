/** What a person typed, as a value of the type that stood there before, if it is one; else the text. */
export function typedLike(before: unknown, text: string): string | number | boolean {
  // Written again it must be the text that was typed, or the field would change under the person's fingers.
  if (typeof before === 'number' && String(Number(text)) === text && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
