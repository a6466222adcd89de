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

/** What is wrong with a key, and the command that mends it. `what` is "key", "PFX file" or "certificate". */
export const texts = {
  empty: 'The signing key is empty.',
  emptyHint: 'Store the key under Key.',

  tooShort: (name: SigningAlgorithm, bits: number) =>
    `${name} needs an RSA key of at least 2048 bits (RFC 7518 section 3.3); this one has ${bits}.`,
  makeKey: (name: SigningAlgorithm) => `Make a new key: ${makeCommand(name)}`,
  doesNotFit: (facts: KeyFacts, name: SigningAlgorithm) =>
    `The key does not fit the algorithm: ${name} needs ${wanted(name)}, and this is ${nameOfKey(facts)}.`,
  doesNotFitHint: (name: SigningAlgorithm, fitting: readonly SigningAlgorithm[]) =>
    fitting.length === 0
      ? `Nothing can sign with this key here. Make a new one: ${makeCommand(name)}`
      : `Choose ${fitting.join(', ').replace(/, ([^,]*)$/, ' or $1')} as the algorithm, or make a key: ${makeCommand(name)}`,
  shortSecret: (name: SigningAlgorithm, bits: number, needed: number) =>
    `The key has ${bits} bits; ${name} should have at least ${needed} (RFC 7518 section 3.2), and some servers refuse less.`,

  noPem: 'The key is not PEM: there is no line "-----BEGIN …-----" in it.',
  noPemHint: 'Paste the whole file, first and last line included. From DER: openssl pkey -inform DER -in key.der -out key.pem',
  isJson: 'The key is JSON, not PEM.',
  isJsonHint: 'Choose JWK as the key form.',
  isPfx: 'The key is a PFX file, not PEM.',
  isPfxHint: 'Choose PFX as the key form, or convert it: openssl pkcs12 -in key.pfx -nodes -out key.pem',
  isPem: (form: string) => `The key is PEM text, not ${form}.`,
  isPemHint: 'Choose PEM as the key form, or X.509 if the text holds a certificate too.',
  pemCut: (label: string) => `The PEM block "${label}" is damaged: it has no matching last line.`,
  pemNotBase64: (label: string) => `The PEM block "${label}" is damaged: what it holds is not base64.`,
  pemHint: 'Paste the whole file again, first and last line included.',
  openssh: 'The key is in the format of OpenSSH, which JWT libraries do not read.',
  opensshHint: 'Convert a copy of it: ssh-keygen -p -m PKCS8 -f copy-of-key',
  publicOnly: 'This is a public key; signing needs the private one.',
  publicOnlyHint: 'Paste the file that starts with "-----BEGIN PRIVATE KEY-----" or "-----BEGIN ENCRYPTED PRIVATE KEY-----".',
  certificateOnly: 'There is a certificate without its key; signing needs the private key.',
  certificateOnlyHint: 'Put key and certificate in one text: cat key.pem certificate.pem > both.pem',
  request: 'This is a certificate request; signing needs the private key that it was made with.',
  noKeyBlock: (labels: string) => `There is no private key in the text; it holds ${labels}.`,
  severalKeys: (count: number) => `There are ${count} private keys; the first one is used.`,

  damaged: 'The key is damaged: it is not a private key that can be read.',
  damagedHint: 'Paste it again, whole. To test the file: openssl pkey -in key.pem -noout',
  notItself: 'The key is damaged: its private part does not fit its public part.',
  otherKind: (oid: string) => `The key is of a kind that can not sign a JWT (${oid}).`,
  explicitCurve: 'The EC key spells out its curve instead of naming it, which browsers do not read.',
  explicitCurveHint: 'Name the curve: openssl ec -in key.pem -param_enc named_curve -out named.pem',

  needsPassword: (what: string) => `The ${what} is encrypted, and there is no password for it.`,
  needsPasswordHint: 'Fill in the Key password. To take the encryption off: openssl pkey -in key.pem -out plain.pem',
  wrongPassword: (what: string) => `The password does not open the ${what}.`,
  wrongPasswordHint: 'Check the Key password. To test it: openssl pkey -in key.pem -noout',
  wrongPfxPasswordHint: 'Check the Key password. To test it: openssl pkcs12 -in key.pfx -noout',
  scrypt: 'The key is encrypted with scrypt, which WebCrypto does not offer.',
  reencryptHint: 'Encrypt it with PBKDF2 instead: openssl pkey -in key.pem -aes256 -out converted.pem',
  reencryptLegacyHint:
    'Encrypt it anew: openssl pkey -provider legacy -provider default -in key.pem -aes256 -out converted.pem (before OpenSSL 3 without the two -provider)',
  unknownCipher: (what: string, name: string) => `The ${what} is encrypted with ${name}, which is not supported.`,
  reencryptPfxHint:
    'Write it anew: openssl pkcs12 -in key.pfx -nodes -legacy -out key.pem, then openssl pkcs12 -export -in key.pem -out new.pfx',
  tooManyIterations: (what: string, count: number, most: number) =>
    `The ${what} asks for ${count} rounds of its key derivation; at most ${most} are carried out.`,

  pfxNotBase64: 'The PFX file is not base64.',
  pfxNotBase64Hint: 'Paste what this prints: openssl base64 -A -in key.pfx',
  pfxDamaged: 'The PFX file is damaged: it is not a PKCS#12 structure.',
  pfxDamagedHint: 'Copy the file again: openssl base64 -A -in key.pfx. To test it: openssl pkcs12 -in key.pfx -noout',
  pfxChanged: 'The PFX file is damaged: the password opens it, but its checksum does not fit its content.',
  pfxNoKey: 'The PFX file holds a certificate without its key; signing needs the private key.',
  pfxNoKeyHint: 'Export it with the key: openssl pkcs12 -export -inkey key.pem -in certificate.pem -out key.pfx',
  pfxPublicKeyMode: 'The PFX file is protected by a public key instead of a password, which is not supported.',

  clientCertificate: (subject: string, key: string) => `${subject}, with ${key}`,
  clientEmpty: 'There is no certificate.',
  clientEmptyHint: 'Store the certificate with its key under Client certificates of the environment.',
  clientWithoutCertificate: 'There is a key without its certificate; a server asks for both.',
  clientWithoutCertificateHint: 'Store the certificate as PEM too, in front of the key or under Certificate.',

  certificateDamaged: 'The certificate is damaged: it can not be read.',
  certificateDamagedHint: 'Paste it again, whole. To test the file: openssl x509 -in certificate.pem -noout',
  certificateOfOther: 'The certificate does not belong to the key: their public keys differ.',
  certificateOfOtherHint:
    'Compare them: openssl x509 -in certificate.pem -noout -pubkey and openssl pkey -in key.pem -pubout print the same for a pair.',
  certificateMissing: 'There is no certificate in the text; X.509 needs the certificate and its key in one PEM text.',
  certificateMissingHint: 'Put them together: cat key.pem certificate.pem > both.pem. Without a certificate choose PEM.',
  thumbprintMissing: 'x5t#S256 is on, but the key comes without a certificate to make the thumbprint of.',
  thumbprintMissingHint: 'Use a key with its certificate (X.509 or PFX), or switch Certificate thumbprint off.',
  certificateExpired: (date: string) => `The certificate expired on ${date}.`,
  certificateExpires: (date: string) => `The certificate expires soon, on ${date}.`,
  certificateNotYet: (date: string) => `The certificate is not valid before ${date}.`,

  jwkNotJson: 'The JWK is not a JSON object.',
  jwkHint: 'Paste the private key as JSON, from { to }.',
  jwkKind: (kty: string) => `The JWK has kty ${kty}; keys that sign have RSA, EC, OKP or oct (RFC 7518 section 6.1).`,
  jwkLacks: (members: string) => `The JWK lacks ${members} (RFC 7518 section 6).`,
  jwkLacksHint: 'Export the key again with all its members; browsers need every one.',
  jwkPublic: 'The JWK is a public key (it has no d); signing needs the private one.',
  jwkEncryption: 'The JWK is for encryption (use is "enc"), not for signing.',
  jwkDamaged: 'The JWK is damaged: its numbers do not make a key.',
  jwkOtherAlgorithm: (alg: string, name: string) => `The JWK says that it is for ${alg}; it signs with ${name} here.`,
  jwkSetEmpty: 'The JWK set holds no private key.',
  jwkSetChoice: (ids: string) => `The JWK set holds several private keys: ${ids}.`,
  jwkSetChoiceHint: 'Write the one to use into Key ID.',

  notBase64: 'The symmetric key is not base64.',
  notBase64Hint: 'Choose text as the key encoding, or paste base64.',
} as const
