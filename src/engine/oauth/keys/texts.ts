import type { KeyFacts, SigningAlgorithm } from './key-settings.ts'

/** A key in words: `an RSA key of 2048 bits`. */
export function nameOfKey(facts: KeyFacts): string {
  switch (facts.type) {
    case 'RSA':
      return `an RSA${facts.pssOnly ? '-PSS' : ''} key of ${facts.bits} bits`
    case 'EC':
      return `an EC key on the curve ${facts.curve}`
    case 'OKP':
      return `an ${facts.curve} key`
    case 'symmetric':
      return `a symmetric key of ${facts.bits} bits`
  }
}

const curveOf: Partial<Record<SigningAlgorithm, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

const wanted = (name: SigningAlgorithm): string => {
  if (name.startsWith('HS')) return 'a symmetric key'
  if (name === 'EdDSA') return 'an Ed25519 key'
  const curve = curveOf[name]
  return curve === undefined ? 'an RSA key' : `an EC key on the curve ${curve}`
}

const makeCommand = (name: SigningAlgorithm): string => {
  if (name.startsWith('HS')) return `openssl rand -base64 ${Number(name.slice(2)) / 8}`
  if (name === 'EdDSA') return 'openssl genpkey -algorithm ed25519 -out key.pem'
  const curve = curveOf[name]
  return curve === undefined
    ? 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out key.pem'
    : `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:${curve} -out key.pem`
}

/** Problems of a key, and the command that fixes each. `what` is "key", "PFX file" or "certificate". */
export const oauthKeyTexts = {
  empty: 'The signing key is empty.',
  emptyHint: 'Store the key under Key.',

  tooShort: (name: SigningAlgorithm, bits: number) =>
    `${name} needs an RSA key of at least 2048 bits (RFC 7518 section 3.3). This key has ${bits}.`,
  makeKey: (name: SigningAlgorithm) => `Create a new key: ${makeCommand(name)}`,
  doesNotFit: (facts: KeyFacts, name: SigningAlgorithm) =>
    `The key doesn't match the algorithm: ${name} needs ${wanted(name)}, but this is ${nameOfKey(facts)}.`,
  doesNotFitHint: (name: SigningAlgorithm, fitting: readonly SigningAlgorithm[]) =>
    fitting.length === 0
      ? `Create a new key: ${makeCommand(name)}. No supported algorithm can sign with this one.`
      : `Choose ${fitting.join(', ').replace(/, ([^,]*)$/, ' or $1')} as the algorithm, or create a new key: ${makeCommand(name)}`,
  shortSecret: (name: SigningAlgorithm, bits: number, needed: number) =>
    `Use a key of at least ${needed} bits for ${name} (RFC 7518 section 3.2). This key has ${bits}, and some servers reject it.`,

  noPem: 'The key isn\'t PEM: the line "-----BEGIN …-----" is missing.',
  noPemHint:
    'Paste the whole file, including the first and last line. To convert from DER: openssl pkey -inform DER -in key.der -out key.pem',
  isJson: 'The key is JSON, not PEM.',
  isJsonHint: 'Choose JWK as the key format.',
  isPfx: 'The key is a PFX file, not PEM.',
  isPfxHint: 'Choose PFX as the key format, or convert it: openssl pkcs12 -in key.pfx -nodes -out key.pem',
  isPem: (form: string) => `The key is PEM text, not ${form}.`,
  isPemHint: 'Choose PEM as the key format, or X.509 if the text also contains a certificate.',
  pemCut: (label: string) => `The PEM block "${label}" is damaged: its last line is missing or doesn't match.`,
  pemNotBase64: (label: string) => `The PEM block "${label}" is damaged: its content isn't base64.`,
  pemHint: 'Paste the whole file again, including the first and last line.',
  openssh: "The key is in OpenSSH format, which isn't supported for JWTs.",
  opensshHint: 'Convert a copy of it: ssh-keygen -p -m PKCS8 -f copy-of-key',
  publicOnly: 'This is a public key. Signing needs the private key.',
  publicOnlyHint: 'Paste the file that starts with "-----BEGIN PRIVATE KEY-----" or "-----BEGIN ENCRYPTED PRIVATE KEY-----".',
  certificateOnly: 'The private key is missing: the text contains only a certificate.',
  certificateOnlyHint: 'Combine key and certificate: cat key.pem certificate.pem > both.pem',
  request: 'This is a certificate request. Signing needs its private key.',
  noKeyBlock: (labels: string) => `The text contains no private key, only ${labels}.`,
  severalKeys: (count: number) =>
    `The text contains ${count} private keys. The first one is used: remove the others, or move the right one to the top.`,

  damaged: "The key is damaged: it isn't a valid private key.",
  damagedHint: 'Paste the whole key again. To test the file: openssl pkey -in key.pem -noout',
  notItself: "The key is damaged: its private and public parts don't match.",
  otherKind: (oid: string) => `Keys of this type can't sign a JWT (${oid}).`,
  explicitCurve: "The EC key has explicit curve parameters, which browsers don't support.",
  explicitCurveHint: 'Convert it to a named curve: openssl ec -in key.pem -param_enc named_curve -out named.pem',

  needsPassword: (what: string) => `The ${what} is encrypted, and its password is missing.`,
  needsPasswordHint: 'Enter the Key password. To remove the encryption: openssl pkey -in key.pem -out plain.pem',
  wrongPassword: (what: string) => `The password can't decrypt the ${what}.`,
  wrongPasswordHint: 'Check the Key password. To test it: openssl pkey -in key.pem -noout',
  wrongPfxPasswordHint: 'Check the Key password. To test it: openssl pkcs12 -in key.pfx -noout',
  scrypt: "The key is encrypted with scrypt, which WebCrypto doesn't support.",
  reencryptHint: 'Encrypt it with PBKDF2 instead: openssl pkey -in key.pem -aes256 -out converted.pem',
  reencryptLegacyHint:
    'Encrypt it again: openssl pkey -provider legacy -provider default -in key.pem -aes256 -out converted.pem (before OpenSSL 3, omit both -provider options)',
  unknownCipher: (what: string, name: string) => `The ${what} is encrypted with ${name}, which isn't supported.`,
  reencryptPfxHint:
    'Export it again: openssl pkcs12 -in key.pfx -nodes -legacy -out key.pem, then openssl pkcs12 -export -in key.pem -out new.pfx',
  tooManyIterations: (what: string, count: number, most: number) =>
    `The ${what} has ${count} key derivation iterations, but at most ${most} are supported.`,

  pfxNotBase64: "The PFX file isn't base64.",
  pfxNotBase64Hint: 'Paste the output of: openssl base64 -A -in key.pfx',
  pfxDamaged: "The PFX file is damaged: it isn't a PKCS#12 structure.",
  pfxDamagedHint: 'Copy the file again: openssl base64 -A -in key.pfx. To test it: openssl pkcs12 -in key.pfx -noout',
  pfxChanged: "The PFX file is damaged: the password is correct, but the checksum doesn't match the content.",
  pfxNoKey: 'The PFX file contains only a certificate. Export it again with its private key.',
  pfxNoKeyHint: 'Export it with the key: openssl pkcs12 -export -inkey key.pem -in certificate.pem -out key.pfx',
  pfxPublicKeyMode: "The PFX file is protected by a public key, which isn't supported. Export it again with a password.",

  clientCertificate: (subject: string, key: string) => `${subject}, with ${key}`,
  clientEmpty: 'The certificate is missing.',
  clientEmptyHint: 'Store the certificate with its key under Client certificates in the environment.',
  clientWithoutCertificate: 'The certificate is missing: servers require both key and certificate.',
  clientWithoutCertificateHint: 'Also store the certificate as PEM, before the key or under Certificate.',

  certificateDamaged: "The certificate is damaged and can't be read.",
  certificateDamagedHint: 'Paste the whole certificate again. To test the file: openssl x509 -in certificate.pem -noout',
  certificateOfOther: "The certificate doesn't match the key: their public keys differ.",
  certificateOfOtherHint:
    'Compare the output of openssl x509 -in certificate.pem -noout -pubkey and openssl pkey -in key.pem -pubout. It must be the same.',
  certificateMissing: 'The certificate is missing: X.509 needs the certificate and its key in one PEM text.',
  certificateMissingHint: 'Combine them: cat key.pem certificate.pem > both.pem. For a key without a certificate, choose PEM.',
  thumbprintMissing: 'x5t#S256 is on, but the key has no certificate for the thumbprint.',
  thumbprintMissingHint: 'Use a key with a certificate (X.509 or PFX), or turn off Certificate thumbprint.',
  certificateExpired: (date: string) => `The certificate expired on ${date}. Replace it.`,
  certificateExpires: (date: string) => `The certificate expires soon, on ${date}. Replace it before then.`,
  certificateNotYet: (date: string) =>
    `The certificate isn't valid before ${date}. Use one that is valid now, or check this machine's clock.`,

  jwkNotJson: "The JWK isn't a JSON object.",
  jwkHint: 'Paste the private key as JSON, from { to }.',
  jwkKind: (kty: string) => `The JWK has kty ${kty}. A signing key needs RSA, EC, OKP or oct (RFC 7518 section 6.1).`,
  jwkLacks: (members: string) => `The JWK is missing ${members} (RFC 7518 section 6).`,
  jwkLacksHint: 'Export the key again with all its members. Browsers require all of them.',
  jwkPublic: 'The JWK is a public key (no d). Signing needs the private key.',
  jwkEncryption: 'The JWK is for encryption (use is "enc"), not for signing.',
  jwkDamaged: "The JWK is damaged: its numbers don't form a valid key.",
  jwkOtherAlgorithm: (alg: string, name: string) =>
    `The JWK is for ${alg}, but the step signs with ${name}. Choose ${alg} as the algorithm, or use another key.`,
  jwkSetEmpty: 'The JWK set contains no private key.',
  jwkSetChoice: (ids: string) => `The JWK set contains several private keys: ${ids}.`,
  jwkSetChoiceHint: 'Enter the one to use in Key ID.',

  notBase64: "The symmetric key isn't base64.",
  notBase64Hint: 'Choose text as the key encoding, or paste base64.',
} as const
