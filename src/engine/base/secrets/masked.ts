declare const masked: unique symbol

/**
 * Text with all known secrets replaced by their names. Only a Redactor creates it, and only masked text may be shortened: half
 * of a secret isn't recognized (case 48).
 */
export type Masked = string & { readonly [masked]: true }

/** A value for reports of a run. All texts are masked, except IDs, codes and names chosen by programs. */
export type Told<T> = T extends string
  ? string extends T
    ? Masked
    : T
  : T extends number | boolean | null | undefined
    ? T
    : { [K in keyof T]: K extends 'id' | 'code' | 'action' | 'name' | 'situation' ? T[K] : Told<T[K]> }

/** The start of a string, at most `length` units with the `mark` that ends a shortened one, and never half a character. */
export function shorten(text: Masked, length: number, mark: '' | '…' = ''): Masked {
  if (text.length <= length) return text
  const end = length - mark.length
  const code = text.charCodeAt(end - 1)
  return (text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end) + mark) as Masked
}
