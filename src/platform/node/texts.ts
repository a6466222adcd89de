import { oneLine } from '#engine/base/printable.ts'

/** Messages of a login in a terminal. */
export const loginTexts = {
  open: (url: string): string => `To sign in, open this URL in a browser on this machine:\n\n  ${url}\n`,
  approve: (url: string, code: string, complete: string | undefined): string =>
    `To approve this device, open this URL in any browser:\n\n  ${url}\n\nand enter the code:\n\n  ${code}\n` +
    (complete === undefined ? '' : `\nor open the URL that includes the code:\n\n  ${complete}\n`),
  approveOwn: (message: string): string =>
    `Waiting for the user to approve the sign-in on their device.${message === '' ? '' : ` It shows: ${message}`}\n`,
  received: {
    title: 'Back to Assay',
    text: 'Assay received the response. You can close this page and continue in the terminal.',
  },
  ignored: (error: string | undefined): string =>
    `Ignored a response without this sign-in's state: it may be forged. Still waiting for the sign-in.${error === undefined || error.length > 100 ? '' : ` Unverified error: ${oneLine(error)}`}\n`,
  notWaiting: {
    title: 'Nothing to do here',
    text: 'You can close this page. No sign-in is waiting for this response: it was already used, its sign-in ended, or its state is wrong.',
  },
  nothingHere: { title: 'Not found', text: 'This URL only receives sign-in responses.' },
  cantListen: (address: string): string => `Can't listen at ${address} for the sign-in response.`,
  cantListenHint: 'Stop the program that uses the port, or set --redirect-uri to another URI registered with the provider.',
  timedOut: (ms: number): string => `No sign-in within ${Math.round(ms / 1000)} s.`,
  timedOutHint: (url: string): string => {
    const { origin, pathname, searchParams } = new URL(url)
    return `No callback was received at ${searchParams.get('redirect_uri') ?? 'the redirect URI'} from ${origin}${pathname}. If the provider shows an error, register this redirect URI there or set --redirect-uri to a registered one. If the sign-in only needs more time, increase Login Timeout.`
  },
}

/** The small page shown at the end of a sign-in. */
export const callbackPage = ({ title, text }: { title: string; text: string }): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title} - Assay</title></head>\n<body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`

/**
 * The page on which a response in the fragment ends (RFC 6749 section 4.2.2): only the browser sees a fragment, so a script
 * takes it out of the address at once and passes it to the listener. `nonce` is that of the page's Content-Security-Policy.
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

/** Messages for unreadable files that a request sends. */
export const nodeFileTexts = {
  missingHint: (folder: string): string => `Place it in the project file's folder: ${folder}.`,
  unreadable: (path: string, why: string): string => `The file ${path} can't be read: ${why}.`,
  unreadableHint: 'Fix the file, or choose another one.',
  outside: 'it is a link to a file outside the project folder',
  noFile: "it isn't a regular file",
}

/** Messages for database files that can't be used. */
export const sqliteFileTexts = {
  newerNode: 'Use Node 22.13 or later: its built-in SQLite works on the file in place.',
  tooLarge: (file: string): string => `The database ${file} is too large to load into memory.`,
  hasWal: (file: string): string =>
    `The database ${file} has changes in a write-ahead log (${file}-wal), which this version of Node can't read.`,
  locked: (file: string): string => `The database ${file} is locked by another program. It wasn't changed.`,
  changedMeanwhile: (file: string): string =>
    `Another program changed the database ${file} while the run had unsaved changes to it.`,
  outside: (file: string): string => `The database ${file} can't be used: it is a link to a file outside the project folder.`,
  missing: (file: string): string => `The database ${file} doesn't exist, and its connection is read-only.`,
  missingHint: `Fix the connection's path, or turn on its "Allow writes" to create an empty database.`,
  noFolder: (file: string): string => `The database ${file} can't be created: its folder doesn't exist.`,
  noFolderHint: "Create the folder, or fix the connection's path, which is relative to the project file.",
  noFile: (file: string): string => `The database ${file} can't be used: it isn't a regular file.`,
  died: 'The SQLite process ended unexpectedly.',
  diedHint: 'Query less data: the process may have run out of memory.',
}

/** Messages for hosts that pages can't reach. */
export const admissionTexts = {
  never: (host: string): string => `Nothing was sent: the companion never calls ${host} for a page.`,
  neverHint:
    'To test it, run the project with assay run. Link-local and metadata services expose the credentials of cloud machines.',
  notNamed: (host: string): string =>
    `Nothing was sent: this project isn't allowed to reach ${host} through the companion. It is on this machine or a private network.`,
  notNamedHint: (host: string): string =>
    `If you trust ${host}, allow it under Companion in the top bar. The host is listed there if a connection or a variable (such as baseUrl) contains it.`,
  localSocket: (path: string): string => `${path} isn't a host: pages can't use local sockets through the companion.`,
  localSocketHint: "Enter the server's name or IP address.",
  own: (host: string): string => `Nothing was sent: ${host} is the companion itself.`,
}
