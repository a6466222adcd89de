/** Messages of the browser host. Those for requests are in `engine/ports/http/http-texts.ts`, the same for all hosts. */
export const browserTexts = {
  vaultLocked: 'The secrets in this browser are locked with a passphrase.',
  vaultLockedHint:
    'Unlock them with the padlock in the top bar or Secrets and passphrase… in the palette (Ctrl+K), then run again.',
  vaultUnreadable: (what: string) => `The stored value of "${what}" can't be decrypted.`,
  vaultUnreadableHint: 'Enter the value again.',
  loginTimeout: 'The login window returned no callback.',
  noLoginWindow: "The login window couldn't be opened or redirected to the provider.",
  noLoginWindowHint: 'Run the step again. If it happens again, reload Assay.',
  loginCancelled: 'The sign-in was cancelled.',
}

/** Messages of databases in the page. */
export const sqliteTexts = {
  notLoaded: "The database module couldn't be loaded.",
  notLoadedHint: 'Connect to the network and try again. After the first use, it works offline.',
  otherTab: "This project's databases are in use in another tab.",
  otherTabHint: 'Wait until its run ends, or close that tab.',
  noPlace:
    "The browser doesn't allow this page to store databases. The page may be in a private window, or the disk may be full.",
  noPlaceHint: "Clear the connection's file to use an in-memory database for each run.",
  cantOpen: (file: string): string => `The database ${file} can't be opened.`,
  cantOpenHint: 'Choose its file again under Connections in the project.',
  inUse: (file: string): string => `The database ${file} is in use.`,
  inUseHint: 'Wait until the run ends.',
  noDatabase: (file: string): string => `${file} isn't a SQLite database, or is damaged. Nothing was changed.`,
  noDatabaseHint: 'Choose a SQLite file (.sqlite, .db) or an SQL script (.sql).',
} as const
