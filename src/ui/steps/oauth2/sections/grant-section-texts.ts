/** Texts of the sections that only one grant has. */
export const grantSectionTexts = {
  titles: {
    jwtBearer: 'JWT assertion',
  },
  labels: {
    assertion: 'Assertion',
    assertionIssuer: 'Issuer (iss)',
    assertionSubject: 'Subject (sub)',
    assertionAudience: 'Audience (aud)',
    assertionAudienceValue: 'Audience value',
    assertionLifetime: 'Lifetime',
    assertionClaims: 'More claims',
  },
  audiences: { 'token-endpoint': 'the token endpoint', issuer: "the provider's issuer", other: 'custom' },
  assertionNote: 'Empty: signed for each request with the key below. Or use a variable with a complete assertion.',
  issuerPlaceholder: 'empty: the client ID',
  subjectPlaceholder: 'empty: no sub claim',
} as const
