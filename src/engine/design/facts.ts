/** What is known of a method without loading its code. */
export interface MethodFacts {
  title: string
  /** The standard or the text that defines it. */
  standard: string
  /** It looks for fewer tests where it is given the work; the others have all that they look for at once. */
  minimises?: true
}

const list = {
  partitions: {
    title: 'Equivalence partitions',
    standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.1; ISTQB CTFL v4, 4.2.1',
    minimises: true,
  },
  boundaries: { title: 'Boundary values', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.3; ISTQB CTFL v4, 4.2.2' },
  combinations: {
    title: 'Combinations',
    standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.5; covering arrays of strength 1 to 6',
    minimises: true,
  },
  sequences: { title: 'Orders of events', standard: 'Sequence covering arrays (Kuhn et al. 2012)' },
  'decision-table': { title: 'Decision table', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.6; ISTQB CTFL v4, 4.2.3' },
  states: {
    title: 'State transitions',
    standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.8; ISTQB CTFL v4, 4.2.4; Chow 1978 (n-switch)',
  },
  mcdc: { title: 'MC/DC', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.3.6; RTCA DO-178C; CAST-6 (masking); Chilenski 2001' },
  'cause-effect': {
    title: 'Cause-effect graph',
    standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.7; Myers, The Art of Software Testing',
  },
  'classification-tree': {
    title: 'Classification tree',
    standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.2; Grochtmann and Grimm 1993',
    minimises: true,
  },
  domain: { title: 'Domain analysis', standard: 'Beizer, Black-Box Testing; Binder 1999, 10.2.4 (1x1)' },
  crud: { title: 'Life of a resource', standard: 'CRUD testing (TMap); ISO/IEC/IEEE 29119-4:2021, 5.2.8' },
  'use-case': { title: 'Use case', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.9 (scenarios)' },
  random: { title: 'Random values', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.2.10' },
  'error-guessing': { title: 'Error guessing', standard: 'ISO/IEC/IEEE 29119-4:2021, 5.4; ISTQB CTFL v4, 4.4.1' },
} satisfies Record<string, MethodFacts>

/** The id of a method, as designs and `--method` have it. */
export type MethodId = keyof typeof list

/** Every method by its id: the list that says which there are. */
export const methodFacts: Readonly<Record<MethodId, MethodFacts>> = list

/** The ids of {@link methodFacts}, in their order. */
export const methodIds = Object.keys(list) as MethodId[]

/** Whether a string is the id of a method. */
export const isMethodId = (id: string): id is MethodId => Object.hasOwn(list, id)
