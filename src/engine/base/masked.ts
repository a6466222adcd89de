declare const masked: unique symbol

/**
 * Text in which every secret that is known stands by its name. Only a Redactor makes one of other text, and only such a string
 * is shortened: half of a secret is no longer recognised (case 48).
 */
export type Masked = string & { readonly [masked]: true }

/** What is reported about a run: every text of it is masked, except ids, codes and the names that programs give. */
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
