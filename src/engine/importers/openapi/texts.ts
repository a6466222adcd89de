/** What the import of a description of an API says. */
export const texts = {
  noHost: (url: string): string =>
    `The document names no host${url === '/' || url === '' ? '' : `, only ${url}`}. Fill in the variable baseUrl.`,
  unfilled: (url: string): string => `The address ${url} holds a part without a value. Fill it in, in the variable baseUrl.`,
  untagged: 'Other operations',
  server: (n: number): string => `Server ${n}`,
  respond: (status: string): string => `Answers ${status} as documented`,
  conforms: 'Answers as documented',
  clientId: 'The client that is registered with the authorization server.',
  scheme: (name: string, what: string): string =>
    `The security scheme "${name}" (${what}) has no counterpart. Its requests are sent without it.`,
  unknownScheme: (name: string): string => `The security scheme "${name}" is named, and nowhere described.`,
  noFlow: (name: string): string => `The security scheme "${name}" has no flow.`,
  callbacks: 'Callbacks and webhooks are requests of the server. They are not brought over.',
  file: (path: string): string => `A file is sent: ${path}. Choose it in the step, or put it beside the project.`,
  serversMore: (count: number): string => `${count} more servers: the first 20 became environments.`,
  notRead: (problem: string): string => problem,
} as const
