/** What a JWT step says. */
export const texts = {
  noKey: 'The signing key is empty.',
  noKeyHint: 'Choose a key form and store the key under Signature.',
  otherAlgorithm: (alg: string, name: string) => `The header has alg "${alg}", but the step signs with ${name}.`,
  otherAlgorithmHint: 'Remove alg from the header, or choose the algorithm under Signature.',
  headerRefused: "The header can't be signed.",
  headerRefusedHint: 'Check the header values. "crit" must list other header members, and numbers must be valid in JSON.',
  signed: (header: string, claims: string) => `Signed. Header: ${header} Claims: ${claims}`,
} as const
