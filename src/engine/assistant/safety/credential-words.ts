/**
 * The words for credentials, by how surely what follows them is one, and the words that contain one without meaning it.
 * English, German, Spanish, French and Chinese; they are parts of regular expressions, without boundaries.
 */

/** Nothing but a credential is called so. The first of a line names the variable. */
export const strongWords: readonly (readonly [variable: string, ...words: string[]])[] = [
  [
    'password',
    'passwords?',
    'passwd',
    'passcode',
    'pass[ -]?phrase',
    'pwd',
    'passw(?:ort|örter)',
    'kennw(?:ort|örter)',
    'contrase(?:ñ|n)as?',
    'mots? de passe',
    'mdp',
    '密码',
    '口令',
    '密碼',
  ],
  ['client_secret', 'client[ _-]?secrets?', 'secretos?', 'geheimnis', 'secrets?'],
  [
    'api_key',
    '(?:api|access|private|secret|signing|subscription|license|service)[ _-]?keys?',
    '(?:api|zugangs|zugriffs|geheim|lizenz)[ _-]?schlüssel',
    'claves?(?: de)?(?: la)? (?:api|acceso|secreta)',
    "clés?(?: (?:d[’']|de l[’'])?(?:api|accès)| secrète)",
    '密钥',
    '秘钥',
    '私钥',
    '金鑰',
  ],
  ['pin', 'pin'],
]

/** A credential, or the talk is of one. */
export const mediumWords: readonly (readonly [variable: string, ...words: string[]])[] = [
  ['token', 'tokens?', 'jetons?', 'bearer', 'jwt', '令牌', '权杖'],
  ['credentials', 'credentials?', 'zugangsdaten', 'anmeldedaten', 'credenciales', 'identifiants', '凭证', '凭据'],
]

/** Other things are called so as well. */
export const weakWords: readonly (readonly [variable: string, ...words: string[]])[] = [
  ['api_key', 'keys?', 'schlüssel', 'claves?', 'clés?'],
  ['token', 'otp', 'totp', 'one-time code', 'session(?: ?id)?', 'sid', 'cookies?', 'auth', 'signature'],
]

/** Last parts of names that fields, headers and parameters with credentials have: `client_secret`, `X-Auth-Token`. */
export const nameEnds: ReadonlySet<string> = new Set(
  (
    'password passwd passcode passphrase pwd pass passwort kennwort contrasena contraseña mdp ' +
    'secret secreto geheimnis token jwt apikey authorization cookie credential credentials otp totp pin session sessionid sid ' +
    'signature bearer auth accesskey secretkey privatekey clave'
  ).split(' '),
)

/** What makes of a `key` at the end of a name a credential. */
export const keyKinds: ReadonlySet<string> = new Set(
  'api access private secret signing subscription license service client auth x app application account encryption hmac master admin shared'.split(
    ' ',
  ),
)

/** Copulas between the word and its value. */
export const copulas = String.raw`(?:is|was|equals|are|being|ist|lautet|war|heißt|es|era|son|est|vaut|sera|c[’']est)\b|是|为|為|即|等于`

/** What may stand between a word and its value that follows at once. */
export const fillers = String.raw`(?:to|with|value|of|header|field|named|called|auf|mit|wert|dem|den|als|con|valor|el|a|à|avec|valeur|la|le|de|du|sur|the|set|值|设为|設為|设置为|的值)`

/** Words that refer to the user's own credential. */
export const possessives = String.raw`(?:my|our|mein(?:e|en|em)?|unser(?:e|en|em)?|mi|mis|nuestr[oa]|mon|ma|mes|notre|我的|我们的)`

/** What makes a plain word behind a strong one its value: "log in with password swordfish". */
export const withWords = String.raw`(?:with|using|use|mit|verwende|con|usando|usa|avec|utilise|用|使用|以)`

/** Words that follow the words above in talk about tests, and are no value of them. */
export const plainWords: ReadonlySet<string> = new Set(
  // English
  (
    'a an the and or but not no non it its is are was be been must should shall can could may might will would has have had do does did ' +
    'to of in on at by for from with without within as if when then than that this these those which who into onto over under after before ' +
    'so too only also again still just once twice each every any all some none both same other another more less most least very ' +
    'required optional missing empty blank null undefined none wrong invalid valid incorrect correct bad good expired active inactive revoked ' +
    'needed absent present set unset changed sent returned issued given used reused stored shown hidden masked encrypted hashed rotated refreshed ' +
    'new old current default different weak strong short long longer shorter min max minimum maximum length characters chars digits letters ' +
    'string number integer boolean object array date uuid email text type format pattern value values field fields header headers parameter ' +
    'parameters param query body path cookie response request endpoint url uri server client user users role roles scope scopes claim claims ' +
    'grant grants flow flows exchange refresh introspection revocation validation verification reset recovery change policy rule rules check ' +
    'checks test tests case cases step steps login logout authentication authorization auth bearer basic digest jwt token tokens password ' +
    'passwords key keys secret secrets credential credentials pair pairs name names id ids variable variables placeholder example examples ' +
    'first second third last next previous admin guest customer manager owner create created read update updated delete deleted get post put ' +
    'patch head options send use add remove expect expects return returns fails fail works equals contains matches exists accepted rejected ' +
    'denied forbidden unauthorized lifetime expiry expiration rotation cache caching step security scheme schemes store storage vault management ' +
    'generation generator based protected less here there above below ok true false unknown wrongly please works somewhere nothing anything something ' +
    // German
    'der die das den dem des ein eine einen einem einer und oder aber nicht kein keine keinen ist sind war wird werden muss soll sollte kann darf ' +
    'zu von im in am auf bei für mit ohne aus nach vor über unter als wenn dann dass falsch falsches falschem falschen ungültig ungültiges ' +
    'gültig abgelaufen leer leeres fehlt fehlend fehlendes erforderlich nötig optional richtig richtiges geändert zurücksetzen vergessen zu kurz ' +
    'auch noch mehr lang feld länge zeichen endpunkt anfrage antwort prüfen ändern erneuern holen senden setzen neu neues alt altes ' +
    // Spanish
    'el la los las un una unos unas y o pero no es son era será debe puede sin con por para de del en al a si cuando que incorrecto incorrecta ' +
    'inválido inválida válido válida vacío vacía caducado expirado expirada requerido requerida obligatorio obligatoria falta nuevo nueva campo ' +
    'errónea erróneo correcta correcto actual anterior ' +
    // French
    'le la les un une des et ou mais pas ne est sont était sera doit peut sans avec pour par de du dans en au aux si quand que incorrect incorrecte ' +
    'invalide valide vide expiré expirée requis requise obligatoire manquant manquante nouveau nouvelle champ faux fausse erroné erronée'
  ).split(/\s+/),
)
