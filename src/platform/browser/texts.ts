/** What this host says to people; the words for requests stand in engine/ports/http-texts.ts, the same for all hosts. */
export const browserTexts = {
  vaultLocked: 'The secrets of this browser are locked by a passphrase.',
  vaultLockedHint:
    'Unlock them with the padlock in the top bar or with Secrets and passphrase… in the palette (Ctrl+K), then run again.',
  vaultUnreadable: (what: string) => `The stored value of "${what}" can't be opened.`,
  vaultUnreadableHint: 'Enter the value again.',
  loginTimeout: 'No callback came from the login window.',
  noLoginWindow: 'The login window could not be opened or sent to the provider.',
  noLoginWindowHint: 'Run the step again; if it happens again, load the page of Assay anew.',
  loginCancelled: 'The sign-in was cancelled.',
}
