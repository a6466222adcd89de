/** Texts about registering the step's client. */
export const registrationSectionTexts = {
  clientName: 'Client name',
  initialAccessToken: 'Initial access token',
  tokenNote: 'Enter a token only if the provider requires one. It is used once and not stored.',
  about:
    "Registers a new client for this step's grant, scope, redirect URI and Client Auth Method, and fills in Client ID and secret.",
  registered: 'This client was registered from here. Deleting it makes its tokens and secret invalid.',
  register: 'Register client',
  delete: 'Delete client at the provider',
  edits: { register: 'Register client', delete: 'Delete registered client' },
} as const
