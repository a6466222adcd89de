/** Texts of the dialog that adds negative tests. */
export const negativeTexts = {
  title: 'Add negative tests',
  intro: (step: string): string =>
    `Each kind becomes a case in this suite with its own token, based on “${step}”, and checks that a correct server passes.`,
  kinds: 'Kinds',
  lifetime: 'Token lifetime',
  lifetimeHint: 'The expired-token case waits this long plus one second.',
  audience: 'Other audience',
  audienceHint: 'Another API of the provider: a resource indicator or a value of its “audience” parameter.',
  scope: 'Scope to leave out',
  cancel: 'Cancel',
  add: (n: number): string => (n === 0 ? 'Add cases' : n === 1 ? 'Add 1 case' : `Add ${n} cases`),
  edit: 'Add negative tests',
  added: (n: number): string => (n === 1 ? '1 case added' : `${n} cases added`),
}
