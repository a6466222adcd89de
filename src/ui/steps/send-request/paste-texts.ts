/** Texts of what a pasted command is offered. */
export const pasteTexts = {
  leftOut: 'Not taken from the cURL command:',
  pasted: 'Pasted unchanged. Link it to this project:',
  use: (variable: string) => `Use \${${variable}}`,
  useToken: (variable: string) => `Use \${${variable}} as token`,
  keepAddress: (address: string, variable: string) => `Keep ${address} as \${${variable}}`,
  makeSecret: (header: string) => `Make secret: ${header}`,
}
