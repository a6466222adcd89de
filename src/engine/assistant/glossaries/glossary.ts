/** What a word or a phrase of a request means to the planner, whatever its language. */
export const concepts = [
  // what is done
  'create',
  'delete',
  'read',
  'list',
  'update',
  'check',
  'gone',
  'exists',
  'rename',
  'move',
  'wait',
  'set',
  'keep',
  'run',
  'undo',
  'explain',
  'why',
  'help',
  'expect',
  'disable',
  'enable',
  'duplicate',
  'reveal',
  'test',
  'use',
  'leave',
  'login',
  'logout',
  'signup',
  'self',
  'refuse',
  'must',
  // what it is done with
  'suite',
  'case',
  'step',
  'project',
  'variable',
  'environment',
  'token',
  'header',
  'parameter',
  'status',
  'body',
  'duration',
  'contentType',
  'secret',
  'all',
  'both',
  'operation',
  'answer',
  'field',
  'name',
  'assertion',
  'ends',
  'nonexistent',
  // methods
  'pairwise',
  'combinations',
  'boundary',
  'partition',
  'decisionTable',
  'state',
  'mcdc',
  'load',
  'crud',
  'negative',
  'random',
  'dataDriven',
  'identity',
  'users',
  'rampUp',
  'p95',
  'errorRate',
  'rows',
  'auth',
  // how words go together
  'then',
  'and',
  'after',
  'before',
  'without',
  'not',
  'instead',
  'again',
  'back',
  'it',
  'called',
  'to',
  'in',
  'from',
  'with',
  'each',
  'new',
  'is',
  'if',
  'else',
  'or',
  'less',
  'minus',
  'able',
  'greater',
  'atMost',
  'atLeast',
  'contains',
  'invalid',
  'missing',
  'every',
  'now',
  'times',
  'way',
  'become',
  'more',
  'largest',
  'smallest',
  // what is asked, and what is there
  'ask',
  'untested',
  'existing',
  // answers
  'yes',
  'no',
  'skip',
  'cancel',
  'first',
  'second',
  'third',
  'fourth',
  'last',
  'browser',
  'file',
  'here',
  // units
  'millisecond',
  'seconds',
  'minute',
  'hour',
  'percent',
  'character',
  'array',
  'only',
  'object',
] as const
/** See {@link concepts}. */
export type Concept = (typeof concepts)[number]

/** The languages that requests are understood and answered in. */
export const languages = ['en', 'de', 'es', 'fr', 'zh'] as const
/** See {@link languages}. */
export type Language = (typeof languages)[number]

/**
 * The words of one language: data, no code. Entries are parted by commas; a `*` at the end stands for any ending, an entry of several words is a
 * phrase. Written as people write; marks on letters and capitals make no difference.
 */
export interface Glossary {
  words: Partial<Record<Concept, string>>
  /** Nouns and verbs of APIs, and the English words that stand for them in documents. */
  terms: Readonly<Record<string, string>>
  /** Numbers that are written as words. */
  numbers: Readonly<Record<string, number>>
  /** Words that say nothing by themselves, and are never taken for misspelt ones. */
  stop: string
  /** The decimal sign is a comma. */
  decimalComma?: boolean
}
