/** Texts of the JWT editor. */
export const jwtTexts = {
  titles: {
    signature: 'Signature',
    content: 'Content',
    output: 'Output',
    preview: 'Token as it will be',
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
    preview: 'If it were signed now. References get their values when the step runs.',
  },
  notObject: 'Not a JSON object yet. The last valid one is kept.',
} as const
