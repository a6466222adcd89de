import { excerpt } from '#engine/base/excerpt.ts'

/** Texts about sealed secrets. */
export const sealedTexts = {
  cantOpen: "The sealed secrets can't be opened: the passphrase or identity is wrong, or the text is damaged.",
  cantOpenHint: 'Ask the sender for the right one, or enter the secrets yourself.',
  noPassphrase: 'The passphrase is empty.',
  noRecipient: 'Enter a passphrase or a recipient.',
  badRecipient: (text: string) => `${excerpt(text, 100, 'quoted')} isn't an age recipient.`,
  badRecipientHint: 'Enter a recipient starting with age1. age-keygen prints it as "Public key".',
} as const
