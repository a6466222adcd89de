/** Texts of the dialog that adds negative tests. */
export const negativeTexts = {
  title: 'Add negative tests',
  intro: (step: string): string =>
    `Each becomes an ordinary case of this suite, with a token of its own like that of “${step}” and the assertions that a correct server satisfies.`,
  kinds: 'Kinds',
  lifetime: 'Token lifetime',
  lifetimeHint: 'The expired token’s case waits that long, and a second more.',
  audience: 'Other audience',
  audienceHint: 'What names another API at the provider: a resource indicator, or the value of its parameter “audience”.',
  scope: 'Scope to leave out',
  cancel: 'Cancel',
  add: (n: number): string => (n === 0 ? 'Add cases' : n === 1 ? 'Add 1 case' : `Add ${n} cases`),
  edit: 'Add negative tests',
  added: (n: number): string => (n === 1 ? '1 case added' : `${n} cases added`),
}
