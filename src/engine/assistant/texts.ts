/** The assistant's own words to people. What a model says is the model's. */
export const texts = {
  empty: 'Say what you want tested.',
  tooLong: 'The message is too long. Attach long texts as files.',
  noProject: 'No project is open. Open or create one first.',
  noModel:
    'Free text needs a language model. Set one up in Settings > Assistant, or use a form: "New test…" in the tree, or "/" here.',
  formInstead: 'The model could not fill this in. Here is the form that fits best.',
  cancelled: 'Stopped.',
  refusedByModel: 'The model refused this request.',
  cutOff: 'The reply was cut off at the limit of its length. Ask for less at once.',
  nothingSaid: 'The model returned nothing.',
  limits: {
    rounds: (most: number) =>
      `Stopped after ${most} rounds without a result. Ask for less at once, or name the operation or case.`,
    refused: (most: number, problems: string) => `${most} proposals in a row were not valid. The last problems:\n${problems}`,
    time: (minutes: number) => `Stopped after ${minutes} minutes without a result. Ask for less at once.`,
    round: (seconds: number) => `The model did not reply within ${seconds} s.`,
    roundHint: 'Try again, or choose a faster model.',
  },
  safety: {
    secret: 'Nothing was sent: the request holds the value of a secret.',
    shape: 'Nothing was sent: the request holds something that looks like a credential.',
    hint: '"What was sent" shows the earlier rounds. Move the value into a secret variable, then ask again.',
    held: (variables: string) =>
      `The message contains what looks like a credential. It was not sent. Use it as secret variable ${variables}, or continue without it.`,
    keep: (variables: string) => `Use ${variables}`,
    drop: 'Continue without it',
  },
  /** Lines of progress, one for each look. */
  looks: {
    search_operations: (about: string) => (about === '' ? 'Listed the operations' : `Searched operations for "${about}"`),
    get_operation: (about: string) => `Read ${about}`,
    list_cases: (about: string) => (about === '' ? 'Listed the cases' : `Searched cases for "${about}"`),
    get_case: (about: string) => `Read case ${about}`,
    coverage: (about: string) => (about === '' ? 'Compared cases with operations' : `Looked for cases of ${about}`),
    list_variables: () => 'Listed variables and environments',
    get_last_run: (about: string) => (about === '' ? 'Read the last run' : `Read the last run of ${about}`),
    build_request: (about: string) => `Built ${about}`,
    run_design: (about: string) => `Designed tests for ${about}`,
    search_docs: (about: string) => `Searched the help for "${about}"`,
    propose_changes: () => 'Proposed changes',
    answer: () => 'Answered',
    ask: () => 'Asked a question',
    refuse: () => 'Refused',
    other: (name: string) => `Called ${name}`,
  } satisfies Record<string, (about: string) => string>,
} as const
