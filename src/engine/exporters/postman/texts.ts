/** Messages of the export to Postman. */
export const postmanExportTexts = {
  // what is left out, or said otherwise
  secret: (name: string): string => `Enter the value of "${name}" in Postman: secrets are never exported.`,
  signIn: (variable: string): string => `Put a token into the variable "${variable}": scripts in Postman can't sign in a user.`,
  tokenSettings: (variable: string): string =>
    `Put a token into the variable "${variable}": Postman has no counterpart for this client authentication or for DPoP, PAR and request objects.`,
  negativeToken: "Negative tests of a provider aren't exported.",
  kind: (title: string): string => `${title} steps aren't exported: Postman has no counterpart.`,
  loop: 'Loops are exported as one pass. Run the collection with a data file: newman run … -d rows.csv',
  check: (subject: string): string => `The check ${subject} isn't exported: scripts in Postman can't make it.`,
  value: (template: string): string => `Set ${template} in Postman: its scripts can't make this value.`,
  transfer: (name: string): string => `"${name}" isn't set: scripts in Postman can't read its source.`,
  elsewhere: 'Checks an earlier response: exported with the request of that response.',
  noRequest: "Isn't exported: no request comes before it in its case.",
  script: "The script isn't exported: it uses objects that Postman doesn't have.",
  condition:
    'The condition is omitted: Postman would evaluate it before the response that it depends on arrives. Without it, this always runs. If needed, add the condition in a Postman script.',
  caseCondition: 'The condition of the case is checked before each of its requests.',
  until: "Sent once: repeating until checks pass isn't exported.",
  timeout: "The timeout isn't exported. Set it for all requests: newman run … --timeout-request MS",
  cookies: 'Postman keeps cookies for the whole run, not for each case or suite.',
  stops: 'In Postman, a case continues with its next request after a failure.',
  disabled: "Disabled steps aren't exported.",
  tags: "Tags of cases aren't exported.",
  emptyCase: "Isn't exported: it has no enabled request.",
  lastWait: "The wait at the end of the case isn't exported.",
  insecureHosts:
    'Turn off "SSL certificate verification" in Postman, or run newman with --insecure: the environment accepts invalid certificates.',
  mtls: 'Add the client certificates under Settings > Certificates in Postman, or with --ssl-client-cert.',
  oauth1: 'Set the further OAuth 1.0a parameters in Postman: those in the body and other oauth_ parameters are not exported.',
  braces: 'Contains {{ as text, which Postman reads as a variable.',
  file: (path: string): string =>
    `The file ${path} isn't exported. Choose it again in Postman, or put it into the folder that newman runs in.`,
  connections: "Database connections aren't exported.",
  dataSources: "Data sources aren't exported.",
  apis: "API definitions aren't exported. Checks against them are.",
  designs: "Designs and load tests aren't exported.",
  sealed: "Sealed secrets aren't exported.",
  drawn: (name: string): string => `"${name}" is drawn again at each use in Postman.`,
  moved: (name: string): string => `The secret variable "${name}" of a suite or case becomes a collection variable.`,
  // names of requests and descriptions
  token: 'The token endpoint, from the metadata of the provider.',
} as const
