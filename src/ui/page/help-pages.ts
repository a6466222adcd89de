/** A page of the documentation that is for users who test with Assay. */
export interface HelpPage {
  /** Its file in docs/, without the ending; links between pages name it. */
  name: string
  title: string
}

/** In the order of reading. */
export const helpPages: readonly HelpPage[] = [
  { name: 'first-steps', title: 'First steps' },
  { name: 'oauth2', title: 'Tokens: OAuth 2.0 and OpenID Connect' },
  { name: 'scripted-logins', title: 'Scripted logins' },
  { name: 'data', title: 'Rows of data' },
  { name: 'apis', title: 'API descriptions' },
  { name: 'test-design', title: 'Test design' },
  { name: 'load', title: 'Load tests' },
  { name: 'databases', title: 'Databases' },
  { name: 'importing', title: 'Importing' },
  { name: 'sharing', title: 'Sharing' },
  { name: 'assistant', title: 'The assistant' },
  { name: 'mcp', title: 'Your own agent (MCP)' },
  { name: 'companion', title: 'The companion' },
  { name: 'ci', title: 'In CI, on the command line' },
  { name: 'sending', title: 'Where sending from a page differs' },
  { name: 'hosting', title: 'Hosting' },
]

const files = import.meta.glob<string>(
  '/docs/{first-steps,oauth2,scripted-logins,data,apis,test-design,load,databases,importing,sharing,assistant,mcp,companion,ci,sending,hosting}.md',
  { query: '?raw', import: 'default' },
)

const pictures = import.meta.glob<string>('/docs/*/*.png', { query: '?url', import: 'default', eager: true })

/** Where a picture of a page is, by its place beside the pages. */
export const pictureAddress = (file: string): string | undefined => pictures[`/docs/${file}`]

/** All pages, for the search. */
export const readAllHelp = (): Promise<{ name: string; text: string }[]> =>
  Promise.all(helpPages.map(async ({ name }) => ({ name, text: await readHelp(name) })))

/** The text of a page. They are part of the app, so that they are there offline too. */
export async function readHelp(name: string): Promise<string> {
  const read = files[`/docs/${name}.md`]
  if (!read) throw new Error(`Page not found: ${name}`)
  return read()
}
