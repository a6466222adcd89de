import type { CompanionTrouble } from './status.ts'

interface Told {
  text: string
  hint: string
}

/** What people read of the link to the companion. */
export const companionTexts = {
  needed: 'The companion is not connected any more.',
  neededHint: 'Connect it by Companion in the top bar, and run again.',
  troubles: {
    'not-running': (address) => ({
      text: `No companion answers at ${address}.`,
      hint: 'Start it in a terminal, and look at the address that it prints.',
    }),
    denied: (address) => ({
      text: `The browser doesn't let this page reach ${address}.`,
      hint: 'Allow local network access for this page in the browser’s site settings, beside the address; then try again.',
    }),
    'not-paired': () => ({
      text: 'The companion no longer knows this page because it was restarted or the connection was revoked.',
      hint: 'Open the address that it prints, or type a new code.',
    }),
    'not-allowed': (address) => ({
      text: `${address} answers, but lets no page of ${self.location.origin} connect.`,
      hint: `Start it with: assay serve --allow ${self.location.origin}`,
    }),
    'other-version': (_address, version) => ({
      text: `The companion is of another version (${version ?? 'unknown'}) than this page, and they don't understand each other.`,
      hint: 'Update the older one: load this page again, or install the newest assay.',
    }),
    'no-companion': (address) => ({
      text: `${address} isn't an Assay companion, or is an old one.`,
      hint: 'Look at the address that "assay serve" prints.',
    }),
    locked: () => ({
      text: 'The secrets of this browser are locked, and the key to the companion is among them.',
      hint: 'Unlock them by the padlock in the top bar.',
    }),
    'wrong-code': () => ({
      text: 'This is not the code, or it is too old: a code is good for 5 minutes, 5 tries and one page.',
      hint: 'Look at the terminal; Show a new code lets the companion make another one.',
    }),
  } satisfies Record<CompanionTrouble | 'wrong-code', (address: string, version?: string) => Told> as Record<
    CompanionTrouble | 'wrong-code',
    (address: string, version?: string) => Told
  >,
} as const
