/** What a JWT step says. */
export const texts = {
  noKey: 'The signing key is empty.',
  noKeyHint: 'Choose a key form and store the key under Signature.',
  otherAlgorithm: (alg: string, name: string) => `The header says alg "${alg}", and the step signs with ${name}.`,
  otherAlgorithmHint: 'Leave alg out of the header and choose the algorithm under Signature.',
  headerRefused: 'The header can not be signed.',
  headerRefusedHint:
    'Check the values of the header: "crit" names other members of it, and numbers must be ones that JSON can hold.',
  signed: (header: string, claims: string) => `Signed. Header: ${header} Claims: ${claims}`,
} as const
