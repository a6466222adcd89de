import { excerpt } from '#engine/base/excerpt.ts'

/** Texts about sealed secrets. */
export const sealedTexts = {
  cantOpen: "The sealed secrets can't be opened: the passphrase or the identity is not the right one, or their text is damaged.",
  cantOpenHint: 'Ask the person who sealed them, or enter the secrets.',
  noPassphrase: 'The passphrase is empty.',
  noRecipient: 'Name a passphrase or a recipient.',
  badRecipient: (text: string) => `${excerpt(text, 100, 'quoted')} is not a recipient of age.`,
  badRecipientHint: 'A recipient begins with age1: age-keygen prints it as "Public key".',
} as const
