/** What the import from Postman says to users. */
export const postmanTexts = {
  version1: 'it is a version 1 collection: export it from Postman as "Collection v2.1"',
  noCollection: 'it has no collection, environment or globals',
  proxy: "Proxy and certificate settings aren't imported.",
  keepsMethod:
    'To keep method and body on redirects, turn off redirects in the step and add a request to the target. Assay follows 301, 302 and 303 with GET, as browsers do.',
  noStrictSsl: "Add the host to the environment's insecure hosts: the request accepts invalid certificates.",
  noFile: 'The request is sent without a body, as in Postman: no file was chosen.',
  binary: (mode: string): string => `Enter the body in the step: the body type "${mode}" isn't supported.`,
} as const
