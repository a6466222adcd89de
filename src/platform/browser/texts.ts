/** What this host says to people; the words for requests stand in engine/ports/http-texts.ts, the same for all hosts. */
export const browserTexts = {
  vaultLocked: 'The secrets of this browser are locked by a passphrase.',
  vaultLockedHint:
    'Unlock them with the padlock in the top bar or with Secrets and passphrase… in the palette (Ctrl+K), then run again.',
  vaultUnreadable: (what: string) => `The stored value of "${what}" can't be opened.`,
  vaultUnreadableHint: 'Enter the value again.',
  loginTimeout: 'No callback came from the login window.',
  noLoginWindow: 'The login window could not be opened or sent to the provider.',
  noLoginWindowHint: 'Run the step again. If it happens again, reload Assay.',
  loginCancelled: 'The sign-in was cancelled.',
}

/** What people read of databases in the page. */
export const sqliteTexts = {
  notLoaded: 'The part of the app that asks databases could not be loaded.',
  notLoadedHint: 'It is kept for offline use once it has been used: connect to the network, and try again.',
  otherTab: 'The databases of this project are in use in another tab.',
  otherTabHint: 'Wait until its run has ended, or close that tab.',
  noPlace: 'This browser gives the page no place for databases: a private window, or too little space.',
  noPlaceHint: 'Leave the file of the connection empty: then the database is in memory, for each run.',
  cantOpen: (file: string): string => `The database ${file} can't be opened.`,
  cantOpenHint: 'Choose its file again under Connections of the project.',
  inUse: (file: string): string => `The database ${file} is in use.`,
  inUseHint: 'Wait until the run has ended.',
  noDatabase: (file: string): string => `${file} isn't a SQLite database, or is damaged. Nothing was changed.`,
  noDatabaseHint: 'Choose a file of SQLite (.sqlite, .db), or a text of SQL whose name ends with .sql.',
} as const
