import { oneLine } from '#engine/base/printable.ts'

/** What people read during a login from a terminal. */
export const loginTexts = {
  open: (url: string): string => `Sign in: open this address in a browser on this machine\n\n  ${url}\n`,
  approve: (url: string, code: string, complete: string | undefined): string =>
    `Approve this device: open this address in any browser\n\n  ${url}\n\nand enter the code\n\n  ${code}\n` +
    (complete === undefined ? '' : `\nor open the address that holds it already\n\n  ${complete}\n`),
  received: {
    title: 'Back to Assay',
    text: 'Assay has the answer; the terminal says what comes of it. You can close this page.',
  },
  ignored: (error: string | undefined): string =>
    `An answer came that does not hold the state of this sign-in, so anybody could have sent it; it is ignored, and the sign-in waits on.${error === undefined || error.length > 100 ? '' : ` It says, unverified: error=${oneLine(error)}`}\n`,
  notWaiting: {
    title: 'Nothing to do here',
    text: 'No sign-in waits for this answer: it was already used, has ended, or does not hold its state. You can close this page.',
  },
  nothingHere: { title: 'Not found', text: 'Assay waits here for the answer of a sign-in, and for nothing else.' },
  cantListen: (address: string): string => `Nothing can listen at ${address} for the answer of a sign-in.`,
  cantListenHint:
    'If its port is taken, end the program that has it; otherwise give --redirect-uri another address that the provider knows.',
  timedOut: (ms: number): string => `Nobody signed in within ${Math.round(ms / 1000)} s.`,
  timedOutHint: (url: string): string => {
    const { origin, pathname, searchParams } = new URL(url)
    return `No callback was received at ${searchParams.get('redirect_uri') ?? 'the redirect URI'} from ${origin}${pathname}. If the provider shows an error, check that it knows this redirect URI, or name one that it knows by --redirect-uri; otherwise raise the Login Timeout.`
  },
}

/** The small page that the browser ends on. */
export const callbackPage = ({ title, text }: { title: string; text: string }): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title} - Assay</title></head>\n<body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`

/**
 * The page on which an answer in the fragment ends (RFC 6749 section 4.2.2): only the browser sees a fragment, so a script takes it
 * out of the address at once and hands it to the listener. `nonce` is that of the page's Content-Security-Policy.
 */
export const fragmentPage = (nonce: string): string => {
  const { title, text } = loginTexts.notWaiting
  return callbackPage({ title, text }).replace(
    '</body>',
    `<script nonce="${nonce}">
const fragment = location.hash.slice(1)
history.replaceState(null, '', location.pathname)
if (fragment !== '') fetch(location.pathname, { method: 'POST', body: fragment }).then(async (response) => {
  const [title, text] = await response.json()
  document.querySelector('h1').textContent = title
  document.querySelector('p').textContent = text
})
</script></body>`,
  )
}

/** Why a file that a request sends can't be read. */
export const fileTexts = {
  missingHint: (folder: string): string => `It is looked for in the folder of the project file, ${folder}.`,
  unreadable: (path: string, why: string): string => `The file ${path} can't be read: ${why}.`,
  unreadableHint: 'Choose another file, or put it in order.',
  outside: 'it is a link that leads out of the folder of the project file',
  noFile: 'it is no ordinary file',
}

/** Why a file that a connection names can't be used. */
export const sqliteFileTexts = {
  newerNode: 'Node 22.13 or later has SQLite of its own, which works on the file in place.',
  tooLarge: (file: string): string => `The database ${file} is too large to be read into memory.`,
  hasWal: (file: string): string =>
    `The database ${file} has changes in a write-ahead log (${file}-wal) beside it, which this version of Node can't read.`,
  locked: (file: string): string => `The database ${file} is locked by another program. Nothing of it was changed.`,
  changedMeanwhile: (file: string): string =>
    `The database ${file} was changed by another program while the run had changes of its own for it.`,
  outside: (file: string): string =>
    `The database ${file} can't be used: it is a link that leads out of the folder of the project file.`,
  missing: (file: string): string => `The database ${file} doesn't exist, and its connection is read-only.`,
  missingHint: 'Correct the path of the connection, or turn on "Allow writes" for it to create an empty database.',
  noFolder: (file: string): string => `The database ${file} can't be made: there is no such folder.`,
  noFolderHint: 'Make the folder, or correct the path of the connection. It is looked for beside the project file.',
  noFile: (file: string): string => `The database ${file} can't be used: it is no ordinary file.`,
  died: 'The process that carries SQLite ended unexpectedly.',
  diedHint: 'The query may have needed more memory than there is: ask for less.',
}

/** Why an address is not called for a page. */
export const admissionTexts = {
  never: (host: string): string => `${host} is an address that the companion calls for no page; nothing was sent.`,
  neverHint:
    'Link-local and metadata addresses answer with the credentials of machines in clouds. Run the project with assay run if that is what you test.',
  notNamed: (host: string): string =>
    `${host} is an address of this machine or of a private network that this project may not reach through the companion; nothing was sent.`,
  notNamedHint: (host: string): string =>
    `If ${host} is one of yours: allow it by Companion in the top bar. It is listed there as soon as a connection, or a variable of an environment (such as baseUrl) or of the project names it.`,
  localSocket: (path: string): string => `${path} is not a host: the companion opens no sockets of this machine for a page.`,
  localSocketHint: 'Enter the name or the IP address of the server.',
  own: (host: string): string => `${host} is the companion itself, which is not reached through it; nothing was sent.`,
}
