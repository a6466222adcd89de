/** Texts of the JWT editor. */
export const jwtTexts = {
  titles: {
    signature: 'Signature',
    content: 'Content',
    output: 'Output',
    preview: 'Token preview',
  },
  labels: {
    algorithm: 'Algorithm',
    header: 'Header',
    claims: 'Claims',
    expiresIn: 'Expires in',
    decodedHeader: 'Decoded header',
    decodedClaims: 'Decoded claims',
  },
  hints: {
    preview: 'As if signed now. Variables are resolved when the step runs.',
  },
  notObject: 'Not a JSON object. The last valid one is kept.',
} as const
