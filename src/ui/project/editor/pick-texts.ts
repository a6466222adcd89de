/** What the edits are called that a picked value makes. */
export const pickTexts = {
  addCheck: (path: string) => `Add check for ${path}`,
  status: 'the status',
  keepVariable: (name: string) => `Keep \${${name}}`,
  keep: (path: string) => `Keep ${path}`,
}
