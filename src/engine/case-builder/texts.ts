/** Messages about cases that are built: names of steps, what was assumed, what to look at. */
export interface BuilderTexts {
  yes: string
  no: string
  assume: Record<'noAddress', string> &
    Record<'suite' | 'first' | 'identifier' | 'guessed' | 'address' | 'role', (name: string) => string>

  warn: Record<'newToken' | 'literalSecret', string> &
    Record<'newHost' | 'secretNeeded' | 'valueNeeded' | 'problem', (name: string) => string>
  steps: Record<'suite', string> & Record<'answers' | 'keep' | 'withoutToken', (name: string) => string>
}

/** English. */
export const builderTexts: BuilderTexts = {
  yes: 'yes',
  no: 'no',
  assume: {
    suite: (name) => `In suite ${name}`,
    first: (operation) => `Created first: ${operation}`,
    identifier: (at) => `The identifier is at ${at}: the API definition doesn't specify it`,
    guessed: (request) => `Usual status of ${request}: none is documented`,
    address: (url) => `baseUrl is ${url}, from the API definition`,
    noAddress: 'baseUrl is empty: fill it in',
    role: (who) => `Use ${who}'s token`,
  },
  warn: {
    newHost: (host) => `New host: ${host}`,
    newToken: 'Enter client and secret in the new token step.',
    secretNeeded: (name) => `The secret variable ${name} needs a value.`,
    valueNeeded: (name) => `The variable ${name} needs a value.`,
    literalSecret: 'A plaintext value looks like a secret.',
    problem: (text) => text,
  },
  steps: {
    suite: 'Tests',
    answers: (status) => (status === '' ? 'Responds as documented' : `Responds ${status}`),
    keep: (name) => `Keep ${name}`,
    withoutToken: (title) => `${title} without a token`,
  },
}
