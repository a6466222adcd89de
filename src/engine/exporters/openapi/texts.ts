/** Messages of the export to OpenAPI. */
export const openApiExportTexts = {
  checks: 'Of the checks, the document contains only statuses, JSON paths, types, schemas and snapshots.',
  steps: 'The document contains only requests. Variables, captured values, tokens and scripts are omitted.',
  swagger: (name: string): string => `"${name}" isn't used: it isn't OpenAPI 3. Its operations are described by the requests.`,
  others: (name: string): string =>
    `"${name}" isn't used: an exported document can be based on only one API definition. Its operations are described by the requests.`,
  noPath: "Isn't exported: its URL has no path that can be read without running it.",
  method: (method: string): string => `Isn't exported: OpenAPI has no operation for ${method}.`,
  signed: 'The authorization has no security scheme in OpenAPI.',
  version: 'Set info.version in the document: the project has no version.',
  response: 'A response.',
} as const
