/** Words of names that say that the value is a credential, in the languages of the product, without accents, as names have them. */
const credentials = new Set(
  [
    'password passwd pwd passphrase passcode secret token credential credentials apikey pin totp',
    'passwort kennwort geheimnis schluessel schlüssel zugangsdaten',
    'contrasena contraseña secreto motdepasse jeton mima miyao 密码 口令 密钥 令牌',
  ].flatMap((words) => words.split(' ')),
)
/** Before "key" these make it a credential; "key" alone is one of a map as often. */
const secretKeys = new Set([
  'api',
  'access',
  'auth',
  'client',
  'encryption',
  'master',
  'private',
  'secret',
  'shared',
  'signing',
  'subscription',
])
/** Behind a credential's word these say that the value is something about it. */
const about = new Set(
  'url uri endpoint type id name names expires expiry ttl lifetime count length limit path header scope scopes field policy'.split(
    ' ',
  ),
)

/**
 * Whether a variable, header or field of this name usually has a credential as its value: `password`, `apiKey`, `X-Auth-Token`, `db_passwort`,
 * but not `tokenUrl` or `primaryKey`.
 */
export function isCredentialName(name: string): boolean {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/mot[ _-]?de[ _-]?passe/i, 'motdepasse')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some((word, at) => {
    const isKey = word === 'key' && secretKeys.has(words[at - 1] ?? '')
    return (isKey || credentials.has(word.replace(/\d+$/, ''))) && !about.has(words[at + 1] ?? '')
  })
}
