import { wayOfAuth } from '../other-auth.ts'
import { texts as shared } from '../texts.ts'

const { quoted } = shared

/** What of a cURL command does not come over, and what to do about it. */
export const texts = {
  moreAddresses: (count: number): string =>
    `${count} more ${count === 1 ? 'address of the command was' : 'addresses of the command were'} left out. Add a request for each.`,
  headerFile: (path: string): string => `Headers of the file ${quoted(path)} are not read. Enter them in the step.`,
  contentOfFile: (path: string): string => `The content of the file ${quoted(path)} is not read. Enter it in the step.`,
  fileName: (name: string, path: string): string =>
    `The file ${quoted(path)} is sent under its own name, not as ${quoted(name)}. Rename it if that matters.`,
  besideFile: (path: string): string =>
    `The body is put together of the file ${quoted(path)} and of texts. Only the file is sent: put the texts into it.`,
  noPassword: (user: string): string =>
    `curl asks for the password of ${quoted(user)} when it is run, so the header Authorization has an empty one. Write it into the command (-u ${user}:PASSWORD) and import that.`,
  scheme: (name: string): string =>
    `Authorization by --${name} isn't supported, so the request is sent without it. ${wayOfAuth(name)}`,
} as const
