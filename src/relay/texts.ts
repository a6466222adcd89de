/** Texts about the link between page and companion. */
export const relayTexts = {
  unknownCall: (name: string) => `The companion doesn't support "${name}".`,
  otherVersion: 'Start the companion in the same version as this page.',
  noSession: 'Run again. The companion has already ended this session.',
  tooMany: (most: number) => `Wait until a request finishes: the companion runs at most ${most} at a time for a page.`,
  gone: "Interrupted: the connection to the companion ended. The request may still have been sent. It isn't repeated automatically.",
  goneHint: 'Start "assay serve" again, connect under Companion in the top bar, and run again.',
  cancelled: 'Cancelled.',
} as const
