/** What is known of a format without loading the code that reads it. */
export interface ImporterFacts {
  /** As menus and messages name it. */
  title: string
  /** What of it is read, for help texts. */
  reads: string
}

const list = {
  openapi: { title: 'OpenAPI', reads: 'OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, as JSON or YAML' },
  postman: { title: 'Postman', reads: 'collections 2.1 and 2.0, environments, globals; a file, folder or archive' },
  bruno: {
    title: 'Bruno',
    reads: 'a collection as a folder or archive (.bru or OpenCollection YAML), or its JSON export',
  },
  insomnia: {
    title: 'Insomnia',
    reads: 'version 4 exports (JSON, YAML), the .insomnia folder of Git Sync, and version 5 collections (YAML)',
  },
  hoppscotch: { title: 'Hoppscotch', reads: 'collections and environments (JSON), REST and GraphQL' },
  thunder: { title: 'Thunder Client', reads: 'collections and environments, as exports or as the thunder-tests folder' },
  httpie: { title: 'HTTPie Desktop', reads: 'exports of workspaces, collections, requests and environments (JSON)' },
  har: { title: 'HAR', reads: 'version 1.2, as recorded by browsers and proxies' },
  soapui: { title: 'SoapUI', reads: 'project XML: REST requests, and SOAP requests as plain POSTs' },
  http: {
    title: '.http files',
    reads: 'for VS Code REST Client and JetBrains, with environments; a file or folder',
  },
  curl: { title: 'cURL', reads: 'one or more commands' },
} satisfies Record<string, ImporterFacts>

/** The id of a format, as `assay import` takes it. */
export type ImporterId = keyof typeof list

/** Every format by its id: the list that says which there are. `index.ts` loads the importers, in the order in which they look. */
export const importerFacts: Readonly<Record<ImporterId, ImporterFacts>> = list

/** The ids of {@link importerFacts}, in their order. */
export const importerIds = Object.keys(list) as ImporterId[]

/** Whether a string is the id of a format. */
export const isImporterId = (id: string): id is ImporterId => Object.hasOwn(list, id)
