/** What the sample says of itself where it runs in the sandbox. */
export const sampleTexts = {
  sandbox: {
    name: 'Sandbox',
    description: 'The provider and the API that Assay serves to itself in this browser, offline too. Nothing leaves it.',
    project:
      'Gets tokens from an OpenID provider and calls the orders API with them. Both are a sandbox in this browser (environment Sandbox), or run on your machine with "npm start" (environment Demo). The user is demo, the password is demo.',
  },
}
