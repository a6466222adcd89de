/** Texts that have the form of a credential, whatever they are for. */
const forms: readonly RegExp[] = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{16,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bxox[abpros]-[\w-]{10,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bglpat-[\w-]{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bBasic\s+[A-Za-z0-9+/]{12,}={0,2}/g,
  /\bBearer\s+[A-Za-z0-9._~+/-]{20,}=*/g,
  /https?:\/\/[^\s/:@]+:[^\s/@]{3,}@/g,
]

/** `password: hunter2`, `le secret du client c'est …`, `our api key for staging is …`: what stands behind the word for a secret, at most a few words on. */
const said =
  /(?:\b(?:password|passwd|passphrase|passwort|kennwort|contraseña|clave|mot de passe|client[ _-]?secret|api[ _-]?key|access[ _-]?key|api-schlüssel|secret|secreto|geheimnis)|密码|口令|密钥)(?:\s+[\p{L}-]{1,20}){0,4}?\s*(?:\b(?:is|ist|lautet|es|est|equals)\b|c['’]est|=|:|：|是|为)\s*["'“«„]?(?!\$\{)([^\s"'”»“,;]{6,})/giu

/** `our key for staging is A1b2C3`: words that say other things too, before something of letters and digits. */
const perhaps =
  /\b(?:key|token|pin|clave|clé|schlüssel)(?:\s+[\p{L}-]{1,20}){0,4}?\s*(?:\b(?:is|ist|lautet|es|est|equals)\b|c['’]est|=|:|：)\s*["'“«„]?((?=[^\s]*\d)(?=[^\s]*\p{L})[\p{L}\p{N}!#%&*+.-]{8,})/giu

/** Where in a text something of the form of a secret stands. */
export function secretShapes(text: string): { start: number; end: number }[] {
  const found = forms.flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  )
  for (const match of [...text.matchAll(said), ...text.matchAll(perhaps)]) {
    const value = (match[1] ?? '').replace(/[.!?:)。]+$/, '')
    // Words of a sentence are no secrets: something has to be a digit, a sign or of mixed letters.
    if (!/\d|[^\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(value)) continue
    if (/^https?:|^[$/]|^\d{3}$|^\p{L}+(?:[-'’]\p{L}+)+$/u.test(value)) continue
    const start = match.index + match[0].length - (match[1] ?? '').length
    found.push({ start, end: start + value.length })
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** What stands in the place of a secret. */
export const removedMark = '•••'

/** The text without what has the form of a secret; undefined if there is none. */
export function withoutSecrets(text: string): string | undefined {
  const shapes = secretShapes(text)
  if (shapes.length === 0) return undefined
  let rest = ''
  let at = 0
  for (const { start, end } of shapes) {
    if (start < at) {
      at = Math.max(at, end)
      continue
    }
    rest += text.slice(at, start) + removedMark
    at = end
  }
  return rest + text.slice(at)
}
