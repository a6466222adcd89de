/** Words of names that mark a credential, in the product's languages, without accents. */
const credentials = new Set(
  [
    'password passwd pwd passphrase passcode secret token credential credentials apikey pin totp',
    'passwort kennwort geheimnis schluessel schlüssel zugangsdaten',
    'contrasena contraseña secreto motdepasse jeton mima miyao 密码 口令 密钥 令牌',
  ].flatMap((words) => words.split(' ')),
)
/** Words that make "key" a credential. "key" alone is often the key of a map. */
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
/** Words after a credential word that mark a property of it, not the credential itself. */
const about = new Set(
  'url uri endpoint type id name names expires expiry ttl lifetime count length limit path header scope scopes field policy'.split(
    ' ',
  ),
)

/**
 * Whether a variable, header or field of this name usually has a credential as its value: `password`, `apiKey`, `X-Auth-Token`,
 * `db_passwort`, but not `tokenUrl` or `primaryKey`.
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
