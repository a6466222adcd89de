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
  refused: (event: string) => `${event} is refused`,
  stranger: 'Of a thing that is not there: this case begins before one was made.',
  apart: (number: number, why: string) => `Test ${number} is a case of its own: ${why}.`,
  noTable:
    'Each test is a case of its own: a value of some of them refers to a variable (${…}), which no cell of a table can. Write values in the design to get one data-driven case.',
  otherToken: 'it asks with another token',
  otherHeaders: 'it has other headers than the rest',
  otherBody: 'its body is of another kind than that of the rest',
  undocumented: (statuses: readonly string[]) =>
    `The description has no answer for ${statuses.join(', ')}, which tests expect: the cases of these tests look at the status alone. Describe it, and make the tests again.`,
  noForbidden: (number: number) =>
    `Test ${number} needs a token without the right to do this: change the scope of its token step, or the client.`,
  noPlace: (name: string) =>
    `“${name}” has no place in the request: it is a column of the table that nothing uses. Put \${…} where it belongs.`,
  notJson: 'The body of the request is not JSON: values for it are columns of the table that nothing uses.',
  noEvent: (event: string) => `No request is known for “${event}”: its step is to be filled in.`,
  guards: 'Add steps that make the guards true.',
} as const
