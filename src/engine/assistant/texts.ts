/** The assistant's own words to users. What a model says is the model's. */
export const conversationTexts = {
  empty: 'Say what you want tested.',
  tooLong: 'The message is too long. Attach long texts as files.',
  noProject: 'No project is open. Open or create one first.',
  noModel:
    "This isn't a command. Fill in the form, or choose a language model for free text: in Settings > Assistant, or with assay ask --backend remote.",
  whichProject: 'Several projects are open. Which one?',
  whichOne: (name: string) => `Several things are called "${name}". Which one?`,
  formInstead: "The model couldn't fill in a form. This one fits best.",
  cancelled: 'Stopped.',
  refusedByModel: 'The model declined this request. Rephrase it, or choose another model.',
  cutOff: 'The reply reached its length limit and was cut off. Request less at once.',
  nothingSaid: 'The model returned nothing. Try again, or choose another model.',
  limits: {
    rounds: (most: number) => `No result after ${most} rounds. Request less at once, or name the operation or case.`,
    refused: (most: number, problems: string) => `The model made ${most} invalid proposals. The last problems:\n${problems}`,
    time: (minutes: number) => `No result after ${minutes} minutes. Request less at once.`,
    round: (seconds: number) => `No reply from the model within ${seconds} s.`,
    roundHint: 'Try again, or choose a faster model.',
  },
  safety: {
    secret: 'Nothing was sent: the request contains the value of a secret.',
    shape: 'Nothing was sent. The request seems to contain a credential.',
    hint: 'Move the value to a secret variable, then send the message again.',
    held: (variables: string) =>
      `Your message seems to contain a credential, so it wasn't sent. Save it as the secret variable ${variables}, or continue without it.`,
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
