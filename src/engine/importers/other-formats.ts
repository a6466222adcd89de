import type { OpenedFile } from './open-source.ts'
import { member } from './json-access.ts'

/** A format that Assay does not read, and how what it holds can be brought here all the same. */
export interface OtherFormat {
  /** As its makers call it. */
  title: string
  way: string
  /** It holds requests or tests, so that it counts also beside other files. */
  isTests?: boolean
}

interface Rule extends OtherFormat {
  /** The extension of its files, if no other format has it. */
  ending?: RegExp
  /** What its first 4,000 characters look like. */
  begins?: RegExp
  /** Keys that its JSON or YAML has at the top. */
  keys?: readonly string[]
}

const record = 'Run it once through a proxy that records HAR (mitmproxy with --set hardump=calls.har), and import that file.'
const overPostman = 'Import it into Postman, export the collection as "Collection v2.1", and import that file.'
const copied = "In a browser's network panel, copy the request as cURL, and paste or import the command."
const asOpenApi = 'Export it there as OpenAPI or as a Postman collection, and import that file.'

/** The first one that fits counts. */
const rules: readonly Rule[] = [
  { title: 'a JMeter test plan', isTests: true, ending: /\.jmx$/i, begins: /<jmeterTestPlan\b/, way: record },
  { title: 'RAML', isTests: true, begins: /^\s*#%RAML\b/, way: overPostman },
  {
    title: 'WSDL',
    isTests: true,
    begins: /<(\w+:)?(definitions|description)\b[^>]*http:\/\/(schemas\.xmlsoap\.org\/wsdl\/|www\.w3\.org\/ns\/wsdl)/,
    way: 'Create a SOAP project from it in SoapUI, and import the project file.',
  },
  {
    title: 'WADL',
    begins: /<(\w+:)?application\b[^>]*http:\/\/(wadl\.dev\.java\.net|research\.sun\.com\/wadl)/,
    way: 'Convert it to OpenAPI first (npx api-spec-converter --from=wadl --to=openapi_3 FILE), and import that.',
  },
  {
    title: 'AsyncAPI',
    isTests: true,
    keys: ['asyncapi', 'info'],
    way: 'Import the OpenAPI document of the same service, if there is one. This format describes messages, not HTTP requests.',
  },
  {
    title: 'an Arazzo document',
    keys: ['arazzo', 'workflows'],
    way: 'Import the OpenAPI documents in its "sourceDescriptions".',
  },
  {
    title: 'an OpenAPI overlay',
    keys: ['overlay', 'actions'],
    way: 'Apply it to its OpenAPI document, and import the result.',
  },
  {
    title: 'Swagger 1',
    keys: ['swaggerVersion'],
    way: 'Convert it to OpenAPI first (npx api-spec-converter --from=swagger_1 --to=openapi_3 FILE), and import that.',
  },
  {
    title: 'a Google API Discovery document',
    keys: ['discoveryVersion', 'rootUrl'],
    way: 'Convert it to OpenAPI first (npx api-spec-converter --from=google --to=openapi_3 FILE), and import that.',
  },
  {
    title: 'API Blueprint',
    ending: /\.apib$/i,
    begins: /^\s*FORMAT:\s*1A\b/,
    way: 'Convert it to OpenAPI first (npx apib2swagger -i FILE -o openapi.json --open-api-3), and import that.',
  },
  {
    title: 'a Hurl file',
    isTests: true,
    ending: /\.hurl$/i,
    way: 'Convert it to cURL commands (hurl --curl commands.sh FILE), and import those.',
  },
  { title: 'a Karate feature', isTests: true, ending: /\.feature$/i, begins: /^\s*(#.*\n\s*)*(@\S+\s+)*Feature:/, way: record },
  { title: 'a k6 script', isTests: true, begins: /\bfrom\s+['"]k6\/http['"]|require\(['"]k6\/http['"]\)/, way: record },
  { title: 'an Artillery script', isTests: true, keys: ['scenarios', 'config'], way: record },
  { title: 'a Step CI workflow', isTests: true, keys: ['version', 'tests'], way: record },
  { title: 'a Tavern test', isTests: true, ending: /\.tavern\.ya?ml$/i, keys: ['test_name', 'stages'], way: record },
  {
    title: 'a Paw or RapidAPI document',
    isTests: true,
    ending: /\.paw$/i,
    way: 'Export it there as HAR or cURL (File > Export), and import that file.',
  },
  {
    title: 'a PowerShell command',
    ending: /\.ps1$/i,
    begins: /\bInvoke-(WebRequest|RestMethod)\b|Microsoft\.PowerShell\.Commands/,
    way: copied,
  },
  { title: 'a fetch call', begins: /^\s*(await\s+)?fetch\(/, way: copied },
  {
    title: 'an HTTPie command',
    begins: /^\s*(#.*\n\s*)*(\$\s+)?https?\s+(--?[a-z]|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s|:\d|[\w.-]+(:\d+)?\/)/,
    way: 'Save the output of http --offline … as an .http file, and import that.',
  },
  { title: 'an Apidog project', isTests: true, keys: ['apidogProject'], way: asOpenApi },
  { title: 'an Apifox project', isTests: true, keys: ['apifoxProject'], way: asOpenApi },
  {
    title: 'a Newman report',
    keys: ['run', 'collection'],
    way: 'Import the Postman collection that was run.',
  },
  {
    title: 'a GraphQL schema',
    ending: /\.(graphqls?|gql)$/i,
    begins: /^\s*\{\s*("data"\s*:\s*\{\s*)?"__schema"\s*:/,
    way: "Add a Send Request step with a GraphQL body, or import a Postman, Bruno or Hoppscotch collection. Assay doesn't create requests from schemas.",
  },
  {
    title: 'Protocol Buffers',
    ending: /\.proto$/i,
    begins: /^\s*syntax\s*=\s*["']proto[23]["']/,
    way: "Import the OpenAPI document of its HTTP gateway, if there is one. Assay doesn't support gRPC.",
  },
  {
    title: 'a JSON Schema',
    keys: ['$schema', 'type'],
    way: 'Paste it into the check "matches JSON Schema" of an Assertion step. It contains no requests.',
  },
  {
    title: 'a web page',
    begins: /^\s*(<!--[\s\S]{0,500}?-->\s*)?<(!doctype\s+html|html)\b/i,
    way: 'Save the file itself ("Raw" on GitHub) and import it. This is a page that shows the file or a sign-in.',
  },
]

/** Which other format a file has; undefined if none that is known here. */
export async function otherFormat(file: OpenedFile): Promise<OtherFormat | undefined> {
  const start =
    file
      .text()
      ?.replace(/^\uFEFF/, '')
      .slice(0, 4000) ?? ''
  const found = rules.find(({ ending, begins }) => ending?.test(file.path) === true || begins?.test(start) === true)
  if (found !== undefined) return found
  const value = await file.data()
  const first = Array.isArray(value) ? (value[0] as unknown) : value
  return rules.find(({ keys }) => keys?.every((key) => member(first, key) !== undefined) === true)
}
