/** The languages of paths: RFC 9535 and XPath 3.1. */
export type PathLanguage = 'JSONPath' | 'XPath'

/** A required key of a source. `example` is the placeholder of its field. */
export type SourceNeed =
  | { key: 'name'; example: string }
  /** `root`: the path to everything. */
  | { key: 'path'; language: PathLanguage; root: string; example: string }
  /** Row and column. */
  | { key: 'cell' }

/** Facts about a source without the code that reads it. */
export interface SourceFacts {
  /** As the select shows it. */
  title: string
  reads: 'response' | 'variables'
  needs?: SourceNeed
  /** It reads cookies that the server sets, which browsers keep from pages. */
  readsCookies?(source: { name?: string | undefined }): boolean
  /** A check of it says whether a refusal by the server is expected. */
  expectsRefusal?: true
  /** It is always a number. */
  counts?: true
  /** It is always a text. */
  isText?: true
  /** It parses the text of the body where that is possible. */
  parses?: true
  /** It is the response as a whole, for predicates that judge that: it has no value. */
  whole?: true
}

const list = {
  status: { title: 'status', reads: 'response', expectsRefusal: true, counts: true },
  header: {
    title: 'header',
    reads: 'response',
    needs: { key: 'name', example: 'content-type' },
    isText: true,
    readsCookies: ({ name }) => name?.toLowerCase() === 'set-cookie',
  },
  cookie: { title: 'cookie', reads: 'response', needs: { key: 'name', example: 'name' }, isText: true, readsCookies: () => true },
  json: {
    title: 'json (JSONPath)',
    reads: 'response',
    needs: { key: 'path', language: 'JSONPath', root: '$', example: '$.id' },
  },
  xml: {
    title: 'xml (XPath)',
    reads: 'response',
    needs: { key: 'path', language: 'XPath', root: '/', example: '/order/@id' },
  },
  text: { title: 'text', reads: 'response', isText: true },
  duration: { title: 'duration (ms)', reads: 'response', counts: true },
  size: { title: 'size (bytes)', reads: 'response', counts: true },
  variable: { title: 'variable', reads: 'variables', needs: { key: 'name', example: 'name' } },
  'row-count': { title: 'row count (SQL)', reads: 'response', counts: true },
  cell: { title: 'cell (SQL)', reads: 'response', needs: { key: 'cell' } },
  body: { title: 'body', reads: 'response', parses: true },
  response: { title: 'response', reads: 'response', whole: true },
} satisfies Record<string, SourceFacts>

/** A source's name in the file. */
export type SourceName = keyof typeof list

/** Every source by its name, in the order of menus: the only list of sources. `extractors/index.ts` has their functions. */
export const sourceFacts: Readonly<Record<SourceName, SourceFacts>> = list

/** The names of {@link sourceFacts}, in their order. */
export const sourceNames = Object.keys(list) as SourceName[]

/** Whether a source is the status of a response. */
export const takesStatus = ({ source }: { source: SourceName }): boolean => source === 'status'

/** The variables that sources read by name. */
export const variablesAsked = (sources: readonly { source: SourceName; name?: string | undefined }[]): string[] =>
  sources.flatMap(({ source, name }) => (sourceFacts[source].reads === 'variables' && name ? [name] : []))
