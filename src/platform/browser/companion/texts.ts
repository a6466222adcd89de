import type { CompanionTrouble } from './status.ts'

interface Told {
  text: string
  hint: string
}

/** Messages about the connection to the companion. */
export const companionTexts = {
  needed: 'The companion is no longer connected.',
  neededHint: 'Connect it under Companion in the top bar, and run again.',
  troubles: {
    'not-running': (address) => ({
      text: `No companion responds at ${address}.`,
      hint: 'Start it in a terminal, and check the URL that it prints.',
    }),
    denied: (address) => ({
      text: `The browser blocks this page from reaching ${address}.`,
      hint: "Allow local network access for this page in the browser's site settings, next to the URL. Then try again.",
    }),
    'not-paired': () => ({
      text: 'The companion no longer accepts this page: it was restarted, or the connection was revoked.',
      hint: 'Open the URL that it prints, or enter a new code.',
    }),
    'not-allowed': (address) => ({
      text: `${address} responds, but doesn't allow pages from ${self.location.origin} to connect.`,
      hint: `Start it with: assay serve --allow ${self.location.origin}`,
    }),
    'other-version': (_address, version) => ({
      text: `The companion's version (${version ?? 'unknown'}) isn't compatible with this page.`,
      hint: 'Reload this page, or install the latest assay.',
    }),
    'no-companion': (address) => ({
      text: `${address} isn't an Assay companion, or is an outdated version.`,
      hint: 'Check the URL that "assay serve" prints.',
    }),
    locked: () => ({
      text: 'The secrets in this browser are locked, including the key to the companion.',
      hint: 'Unlock them with the padlock in the top bar.',
    }),
    'wrong-code': () => ({
      text: 'The code is wrong or expired. A code is valid for 5 minutes, 5 attempts and one page.',
      hint: 'Check the terminal, or use Show a new code to get another one.',
    }),
  } satisfies Record<CompanionTrouble | 'wrong-code', (address: string, version?: string) => Told> as Record<
    CompanionTrouble | 'wrong-code',
    (address: string, version?: string) => Told
  >,
} as const
