/** What the import from Postman says to people. */
export const texts = {
  version1: 'it is a collection of version 1; export it from Postman as "Collection v2.1"',
  noCollection: 'no collection, environment or globals are in it',
  proxy: "Proxy and certificate settings aren't imported.",
  keepsMethod:
    'Redirections keep method and body there. Here 301, 302 and 303 go on with GET as in browsers: switch redirections off in the step, and add a request for where it leads.',
  noStrictSsl: 'Bad certificates are accepted there: name the host among the insecure hosts of the environment.',
  noFile: 'No file was chosen for the body, so it is sent without one, as Postman does.',
  binary: (mode: string): string => `A body of the kind "${mode}" is not known here.`,
} as const
