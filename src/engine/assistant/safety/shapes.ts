/** Texts that have the form of a credential, whatever they are for. */
const forms: readonly RegExp[] = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk|whsec|shpat|dop_v1|npm|pypi|hf|nvapi|gsk|xai|sntrys)[-_][A-Za-z0-9_-]{12,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

/** Where a scheme of `Authorization` and what it carries stand. */
const schemes = /\b(?:Basic|Bearer|Digest|Token|ApiKey)\s+([A-Za-z0-9._~+/-]{8,}={0,2})/gi

/** The user and the password in a URL. */
const userInfo = /\bhttps?:\/\/[^\s/:@"'<>]+:([^\s/@"'<>]{1,})@/g

/** A range of a string. */
export interface Range {
  start: number
  end: number
}

/** Where a string holds something that has the form of a credential, from any author. What is in `${…}` isn't one. */
export function credentialShapes(text: string): Range[] {
  const found = forms.flatMap((form) => [...text.matchAll(form)].map(({ index, 0: { length } }) => rangeAt(index, length)))
  for (const match of [...text.matchAll(schemes), ...text.matchAll(userInfo)]) {
    const [whole, value = ''] = match
    const start = match.index + whole.lastIndexOf(value)
    if (whole.startsWith('http') ? !/^[$•]/.test(value) : isCarried(whole, value)) found.push(rangeAt(start, value.length))
  }
  return found
}

const rangeAt = (start: number, length: number): Range => ({ start, end: start + length })

/** Prose goes on with a word; a credential has digits, signs or letters of both cases within, and Basic a colon behind base64. */
function isCarried(whole: string, value: string): boolean {
  if (/^basic/i.test(whole)) return pairIn(value) || (/\d/.test(value) && value.length >= 12)
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[a-z]+(?:[._/-][a-z0-9]{1,4})+$/.test(value)
}

const pairIn = (value: string): boolean => {
  try {
    return atob(value.replaceAll('-', '+').replaceAll('_', '/')).includes(':')
  } catch {
    return false
  }
}

/** The text with each of its ranges replaced; ranges may overlap. */
export function replaceRanges<R extends Range>(text: string, ranges: readonly R[], replacement: (range: R) => string): string {
  let rest = ''
  let at = 0
  for (const range of ranges.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (range.start >= at) rest += text.slice(at, range.start) + replacement(range)
    at = Math.max(at, range.end)
  }
  return rest + text.slice(at)
}

/** What is shown instead of a credential that must not be used. */
export const removedMark = '•••'

/** A string from a document or a result, without what has the form of a credential. */
export const withoutShapes = (text: string): string => replaceRanges(text, credentialShapes(text), () => removedMark)
