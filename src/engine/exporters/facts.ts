/** What is known of a format without loading the code that writes it. */
export interface ExporterFacts {
  /** As menus and messages name it. */
  title: string
  /** What of a project is written, for help texts and the dialog. */
  writes: string
  /** The ending of its main file. */
  ending: string
  /** The environment is chosen, not written as a file of its own. */
  needsEnvironment?: true
}

const list = {
  postman: {
    title: 'Postman',
    writes: 'a collection (v2.1) with checks and captured values as scripts, and a file for each environment',
    ending: '.postman_collection.json',
  },
  hurl: {
    title: 'Hurl',
    writes: 'requests with asserts and captures, in one file or, into a folder, a file for each case; variables in further files',
    ending: '.hurl',
  },
  openapi: {
    title: 'OpenAPI',
    writes: 'the operations that the requests use, from the attached API definition or inferred',
    ending: '.openapi.json',
  },
  http: {
    title: '.http file',
    writes: "requests for VS Code's REST Client and JetBrains' HTTP client",
    ending: '.http',
    needsEnvironment: true,
  },
  curl: { title: 'cURL', writes: 'commands for a shell; replace ${name} with the value', ending: '.sh' },
} satisfies Record<string, ExporterFacts>

/** The id of a format, as `assay export` takes it. */
export type ExporterId = keyof typeof list

/** Every format by its id, in the order of menus. */
export const exporterFacts: Readonly<Record<ExporterId, ExporterFacts>> = list

/** The ids of {@link exporterFacts}, in their order. */
export const exporterIds = Object.keys(list) as ExporterId[]

/** Whether a string is the id of a format. */
export const isExporterId = (id: string): id is ExporterId => Object.hasOwn(list, id)
