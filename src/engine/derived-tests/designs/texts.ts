/** Texts of tests that are made of a design. */
export const makeTexts = {
  loop: 'For each test',
  loopEnd: 'Next test',
  expected: 'As expected',
  request: 'Request',
  valid: (number: number) => `valid ${number}`,
  one: (name: string, value: string) => `${name} = ${value}`,
  /** A summary of an operation may be a sentence: its point would stand before the colon. */
  caseName: (design: string, what: string) => `${design.replace(/[.:\s]+$/, '')}: ${what}`,
  sequence: (events: readonly string[]) => (events.length === 0 ? 'nothing happens' : events.join(', ')),
  refused: (event: string) => `${event} is rejected`,
  stranger: 'Missing resource: this case starts before one is created.',
  apart: (number: number, why: string) => `Test ${number} is a separate case: ${why}.`,
  noTable:
    "Each test is a separate case, because some values use variables (${…}), which table cells can't. For one data-driven case, use plain values in the design.",
  otherToken: 'it uses another token',
  otherHeaders: 'its headers differ',
  otherBody: 'its body type differs',
  undocumented: (statuses: readonly string[]) =>
    `Add the responses ${statuses.join(', ')} to the API definition and create the tests again. Until then, the tests that expect them only check the status.`,
  noForbidden: (number: number) =>
    `Test ${number} needs a token without this permission: change the scope or client of its token step.`,
  noPlace: (name: string) => `Add \${…} to the request for “${name}”: the column isn't used.`,
  notJson: "The request body isn't JSON, so the columns with its values aren't used.",
  noEvent: (event: string) => `Complete the step for “${event}”: no request is known.`,
  guards: 'Add steps that make the guards true.',
} as const
