import { wayOfAuth } from '../request/other-auth.ts'
import { importerTexts as shared } from '../texts.ts'

const { quoted } = shared

/** What of a cURL command does not come over, and what to do about it. */
export const curlTexts = {
  moreAddresses: (count: number): string =>
    `${count} more ${count === 1 ? 'URL in the command was' : 'URLs in the command were'} omitted. Add a request for each.`,
  headerFile: (path: string): string => `Enter the headers from the file ${quoted(path)} in the step: the file isn't read.`,
  contentOfFile: (path: string): string => `Enter the content of the file ${quoted(path)} in the step: the file isn't read.`,
  fileName: (name: string, path: string): string =>
    `The file ${quoted(path)} is sent under its own name instead of ${quoted(name)}. Rename it if the name matters.`,
  besideFile: (path: string): string =>
    `Add the body text to the file ${quoted(path)}: the command combines both, but only the file is sent.`,
  noPassword: (user: string): string =>
    `Add the password to the command (-u ${user}:PASSWORD) and import it again. curl prompts for the password of ${quoted(user)}, so the Authorization header has an empty one.`,
  scheme: (name: string): string => `--${name} isn't supported, so the request is sent without authorization. ${wayOfAuth(name)}`,
} as const
