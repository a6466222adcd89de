/** What the sample says of itself where it runs in the sandbox. */
export const sampleTexts = {
  sandbox: {
    name: 'Sandbox',
    description: 'An OpenID provider and an orders API inside this browser. Works offline, and nothing leaves the browser.',
    project:
      'Gets tokens from an OpenID provider and calls an orders API with them. Both run inside this browser (environment Sandbox) or on your machine with "npm start" (environment Demo). Sign in as demo with the password demo.',
  },
}
