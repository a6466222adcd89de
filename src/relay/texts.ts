/** What people read of the link between page and companion. */
export const texts = {
  unknownCall: (name: string) => `The companion does not know "${name}".`,
  otherVersion: 'It is of another version than this page: start the one that came with it.',
  noSession: 'The companion has ended what this belongs to.',
  tooMany: (most: number) => `The companion carries out ${most} things at a time for one page, and they all go on.`,
  gone: 'Interrupted: the link to the companion ended while it carried this out. It may have been carried out all the same; nothing is sent again by itself.',
  goneHint: 'Start "assay serve" again and connect by Companion in the top bar, then run again.',
  cancelled: 'Cancelled.',
} as const
