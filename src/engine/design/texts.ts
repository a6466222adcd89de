import type { Value } from './result.ts'

const shown = (value: Value): string => (typeof value === 'string' ? value : String(value))

const endNames: Readonly<Record<string, string>> = {
  date: 'date, as 2026-01-31',
  'date-time': 'time, as 2026-01-31T12:00:00Z',
  text: 'length: a whole number from 0',
  list: 'size: a whole number from 0',
}

/** What the test designer says to people. */
export const designTexts = {
  pair: (name: string, value: Value): string => `${name} = ${shown(value)}`,
  tuple: (pairs: readonly string[]): string => pairs.join(', '),
  oneInvalid: (a: string, b: string): string => `one invalid value in a test: ${a} and ${b} hide each other`,

  stopped: 'Stopped before there was a complete suite.',
  noParameters: 'The model has no parameters. Add one with its values: Size: 10, 100, 500',
  noValues: (name: string): string => `The parameter "${name}" has no values. Add at least one.`,
  noValidValues: (name: string): string =>
    `The parameter "${name}" has only invalid values: no test could be valid. Add a valid one.`,
  twice: (name: string): string =>
    `The parameter "${name}" stands twice. Names are unique, small and capital letters being the same.`,
  unknownParameter: (name: string, near: string | undefined): string =>
    `There is no parameter "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  unknownValue: (parameter: string, value: string): string => `The parameter "${parameter}" has no value "${value}".`,
  strength: (strength: number, count: number): string =>
    `The strength is ${strength}, but only ${count} parameters can be combined: use a whole number from 1 to ${count}.`,
  tooMany: (count: number, most: number): string =>
    `The model has ${count.toLocaleString('en')} combinations of values to cover, over the limit of ${most.toLocaleString('en')}. Lower the strength, or leave out values.`,
  nothingLeft: (rules: readonly string[]): string =>
    `No test is possible: ${rules.length === 1 ? 'this constraint leaves' : 'these constraints together leave'} nothing over. ${rules.map((rule) => `"${rule}"`).join('; ')}`,
  badRow: (number: number, rules: readonly string[]): string =>
    `Row ${number} is left out: it breaks ${rules.map((rule) => `"${rule}"`).join(' and ')}.`,
  notToldApart: 'Several constraints together: which ones would take too long to find out in this model.',
  impossibleValue: (pair: string): string => `No test can have ${pair}: the constraints rule it out.`,
  groupIsSet: 'A combination inside of a larger one that has to be covered is not counted again.',
  invalidApart:
    'Combinations of valid values are covered by tests without an invalid one; each invalid value stands alone in its tests.',
  subModel:
    'Sub-models are covered at their own strength, within the strength of the model; PICT combines their whole rows instead, which gives more tests.',

  prefix: (count: number, all: number, percent: number): string => `The first ${count} of ${all} tests cover ${percent} %.`,

  classes: {
    none: (parameter: string): string => `The parameter "${parameter}" has no classes. Add at least one.`,
    empty: (parameter: string, name: string, from: string, to: string): string =>
      `The class "${name}" of "${parameter}" is empty: it begins at ${from}, over its end ${to}.`,
    overlap: (parameter: string, a: string, b: string, value: string): string =>
      `The classes "${a}" and "${b}" of "${parameter}" overlap: both hold ${value}.`,
    wholeStep: (parameter: string, step: number): string =>
      `The step of "${parameter}" is ${step}, but it holds whole numbers: say "type": "number" for others.`,
    point: (parameter: string, value: string, name: string): string => `${parameter} = ${value} (${name})`,
    outside: (parameter: string, value: string): string => `${parameter} = ${value} lies in no class and is left out.`,
    allBoundaries: 'Ends of invalid classes count too ("all-boundaries").',
    validBoundaries: 'Only ends of valid classes count, with their neighbours ("valid-boundaries").',
    badEnd: (parameter: string, name: string, end: string, type: string): string =>
      `The class "${name}" of "${parameter}" ends at "${end}", which is no ${endNames[type] ?? 'number'}.`,
    noOrder: 'No parameter has boundaries: give one classes with "from" and "to".',
    unordered: (parameter: string, value: string): string => `${parameter} has values without an order: it stays ${value}.`,
    noClass: 'in no class',
    combined: {
      robust: 'What lies just outside of all classes has to be refused ("robust").',
      'worst-case': 'Every combination of valid boundaries, and of a value inside of each parameter, is a test ("worst-case").',
      'robust-worst-case':
        'Every combination of boundaries, also of invalid ones, is a test ("robust-worst-case"): several can be wrong in one.',
    },
  },
  states: {
    noStates: 'The machine has no states. Name them, and the one in which it begins.',
    noTransitions: 'The machine has no transitions, only states.',
    twice: (state: string): string => `The state "${state}" stands twice.`,
    unknown: (state: string, near: string | undefined): string =>
      `There is no state "${state}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    sameTransition: (from: string, event: string): string =>
      `The transition of "${from}" by "${event}" stands twice. Leave one out.`,
    twoWays: (from: string, event: string): string =>
      `In "${from}" the event "${event}" has two transitions. Add a guard to tell them apart.`,
    invalid: (state: string, event: string): string => `${state} refuses ${event}`,
    noWay: (initial: string, state: string): string => `no transitions lead from "${initial}" to "${state}"`,
    unreachable: (states: readonly string[]): string => `Not reachable from the initial state: ${states.join(', ')}.`,
    ends: (states: readonly string[]): string => `Nothing leaves: ${states.join(', ')}. A test ends there.`,
    refused: '(refused)',
    tooManyLoops: 'The machine has too many loops to list them all. Choose another coverage, or split the machine.',
    tooManySequences: (most: number): string =>
      `The method would need more than ${most.toLocaleString('en')} sequences. Allow fewer extra states, or choose wp or an n-switch.`,
    tour: (tests: number, events: number): string =>
      `Proven shortest: no walks that take every transition have fewer events and new beginnings together (${events} and ${tests}).`,
    characterising: (sequences: readonly string[]): string =>
      `Characterising set: ${sequences.map((one) => `"${one}"`).join(', ')}.`,
    alike: (a: string, b: string): string => `Nothing tells "${a}" from "${b}": they answer every sequence of events alike.`,
    hidden: (count: number): string =>
      `${count === 1 ? 'One state' : `${count} states`} can't be reached or told apart: the sequences are longer, for an implementation in which they can.`,
    completed: 'An event without a transition is expected to be refused, and to change nothing.',
    guards: 'Guards are text only. Make them true when you run a test. An event with a guard counts as allowed in its state.',
  },
  table: {
    else: 'else',
    always: 'always',
    rule: (number: number, when: string): string => `rule ${number}: ${when}`,
    empty: 'The table needs conditions with values, and at least one rule.',
    twice: 'A condition stands twice.',
    unknownCondition: (rule: number, name: string): string => `Rule ${rule} uses the unknown condition "${name}".`,
    unknownAction: (rule: number, name: string): string => `Rule ${rule} uses the unknown action "${name}".`,
    contradiction: (a: string, b: string): string =>
      `Contradiction: ${a} and ${b} apply together and do different things. The first one is expected.`,
    missing: (count: number, example: string): string =>
      `Incomplete: ${count === 1 ? 'one combination has' : `${count} combinations have`} no rule, ${count === 1 ? 'namely' : 'for example'} ${example}.`,
    redundant: (rule: string, by: string, example: string): string =>
      `Redundant: ${rule} decides nothing that ${by} does not decide before it, as ${example}.`,
    impossible: (rule: string, because: readonly string[]): string =>
      `Impossible: ${rule}${because.length === 0 ? '' : ` (${because.join('; ')})`}.`,
    collapse: (a: string, b: string): string => `Can be one column: ${a} and ${b} do the same and differ in one condition only.`,
    elseHides: (count: number, values: readonly string[]): string =>
      `else stands for ${count} combinations and has one test: no test has ${values.slice(0, 10).join(', ')}${values.length > 10 ? `, and ${values.length - 10} more` : ''}. A rule for such a value gives it a test.`,
    nothingElse: 'the rules leave nothing over',
    nothing: (impossible: readonly string[]): string =>
      `No column of the table can be reached. Impossible is: ${impossible.join('; ')}.`,
  },

  constraint: {
    in: (constraint: string, at: number, text: string): string => `Constraint "${constraint}", character ${at + 1}: ${text}`,
    idle: (constraint: string): string =>
      `In the constraint "${constraint}" a comparison holds for every value, or for none. Look whether a value is misspelt.`,
    expected: (what: string, found: string): string => `${what} is expected, not ${found === '' ? 'the end' : `"${found}"`}.`,
    unclosed: (what: string): string => `${what} is not closed.`,
    types: (name: string, isNumeric: boolean): string =>
      isNumeric
        ? `"${name}" holds numbers: compare it with a number.`
        : `"${name}" holds texts: compare it with a text in quotes.`,
    parameter: 'a parameter, as [name],',
    relation: 'a relation (=, <>, <, <=, >, >=, IN, LIKE, NOT IN, NOT LIKE)',
    negated: 'IN or LIKE, which alone can follow NOT here,',
    value: 'a value: a number, or a text in quotes,',
    tooWide: (constraint: string): string =>
      `Constraint "${constraint}" rules out too many different combinations to work with. Split it, or compare fewer parameters in it.`,
  },
  models: {
    tooManyFields: (most: number): string =>
      `Only the first ${most} fields of the body are in the model; the others keep their example.`,
    circle: (field: string): string => `"${field}" holds what it stands in: it is not followed any deeper.`,
    readOnly: (field: string): string => `"${field}" is read only: it is not sent.`,
    noValues: (name: string, conflict: string): string =>
      `"${name}" is left out: ${conflict === '' ? 'no value of it fits the body' : `no value was found that fits ${conflict}`}. Give it an example.`,
    contradiction: (name: string, conflict: string): string =>
      conflict === ''
        ? `No value was found for "${name}" that fits. Give it an example in the description.`
        : `No value of "${name}" can fit ${conflict}. Fix the API definition, or add a matching example.`,
    onlyItself: (refs: readonly string[]): string =>
      `A schema refers to nothing but itself: ${refs.join(' to ')}. Say at one of these places what is meant.`,
    badSchema: (reason: string): string => `The schema can't be used: ${reason}`,
    noFittingBody: (reason: string): string =>
      `No body was found that fits the whole schema (${reason}): look at the first values.`,
    noOperation: (key: string, near: string | undefined): string =>
      `The description has no operation "${key}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    noRefusal: 'Which status an invalid request gets is not documented, or several are: any of 400 to 499 is expected.',
    pathNames: 'A valid value in the path has to name something that is there: give it one, or make it in a step before.',
    otherBody: (types: readonly string[]): string =>
      `The body (${types.join(', ')}) is neither JSON nor a form: it is left as it is.`,
    oneExample: "Check the model. It comes from one example, which doesn't show limits and optional fields.",
  },
  mcdc: {
    empty: 'There is no decision. Write one, as (member and total > 100) or coupon',
    expected: (text: string, at: number, what: string, found: string): string =>
      `Decision "${text}", character ${at}: ${what} is expected, not ${found === '' ? 'the end' : `"${found}"`}.`,
    operator: 'and, or, xor or the end',
    parameter: 'a parameter, as total or [unit price],',
    relation: 'a comparison (=, <>, <, <=, >, >=, in), of numbers at least,',
    chain: 'and, or (1 < x < 5 is written 1 < x and x < 5)',
    order: '= or <> (texts and truths have no order)',
    value: 'a text in quotes or a number',
    number: 'a number or a parameter that holds one',
    linear: 'a number, as only sums of parameters with factors can be solved,',
    kinds: { number: 'numbers', flag: 'true or false', text: 'texts' },
    twoKinds: (name: string, a: string, b: string): string =>
      `"${name}" can't hold ${a} in one condition and ${b} in another: all that it is compared with has to be of one kind.`,
    tooMany: (count: number, most: number): string =>
      `The decision has ${count} conditions; ${most} are possible. Split it into decisions of parts.`,
    tooManyLines: (count: number, most: number): string =>
      `${count} conditions have ${(2 ** count).toLocaleString('en')} combinations, each of which would be a test: at most ${most} conditions are possible.`,
    tooWide: 'The conditions share too many parameters to find out which of them can be true together. Split the decision.',
    constant: (name: string, truth: boolean): string => `"${name}" is always ${truth}, whatever its parameters are`,
    noSay: (name: string): string => `the outcome never depends on "${name}"`,
    coupled: (name: string, other: string): string =>
      `"${name}" is coupled with "${other}": they can't be changed apart as a pair would ask`,
    noneDecides: (because: readonly string[]): string =>
      `No condition can be shown to decide, so there is nothing to test: ${because.join('; ')}.`,
    noValues: (text: string): string => `no values of the parameters give ${text}`,
    oneOutcome: (truth: boolean): string => `the decision is always ${truth}`,
    repeated: (text: string, count: number): string =>
      `"${text}" stands ${count} times: it is one condition, which changes in all places at once.`,
    together: (conditions: readonly string[]): string =>
      `Coupled, since they compare the same parameters: ${conditions.map((one) => `"${one}"`).join(', ')}.`,
  },
  sequences: {
    next: ' … ',
    rule: (first: string, next: string): string => `${first} before ${next}`,
    twice: (event: string): string => `The event "${event}" stands twice.`,
    unknown: (event: string, near: string | undefined): string =>
      `There is no event "${event}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    tooFew: (count: number, strength: number): string =>
      `${strength} events are put in order, but there are ${count}: add events, or lower the strength.`,
    tooMany: (count: number, most: number): string =>
      `The events have ${count.toLocaleString('en')} orders to cover, over the limit of ${most.toLocaleString('en')}. Lower the strength, or leave out events.`,
    circle: (rules: readonly string[]): string => `No order is possible: the rules go in a circle: ${rules.join('; ')}.`,
  },
  tree: {
    twice: (name: string, leaf: string): string => `The class "${leaf}" stands twice under "${name}".`,
  },
  domain: {
    noBorders: 'There are no borders. Write one, as total + 2*tax <= 100',
    noBorder: (text: string): string =>
      `"${text}" isn't a border. Compare two sums of numbers, for example total + 2*tax <= 100.`,
    unequal: (text: string): string =>
      `"${text}" has two sides inside: write it as two borders, with < and >, in designs of their own.`,
    noNumber: (name: string): string => `"${name}" isn't a number. Borders compare numbers.`,
    empty: (name: string, from: number, to: number): string =>
      `"${name}" can have no value: it begins at ${from}, over its end ${to}.`,
    nothing: (borders: readonly string[]): string =>
      borders.length === 0
        ? 'No value lies between the ends of the parameters.'
        : `No value lies inside: ${borders.length === 1 ? 'this border leaves' : 'these borders together leave'} nothing. ${borders.map((one) => `"${one}"`).join('; ')}`,
    on: (border: string): string => `on ${border}`,
    offOutside: (border: string): string => `off ${border}, just outside`,
    offInside: (border: string): string => `off ${border}, just inside`,
    under: (border: string): string => `just under ${border}`,
    over: (border: string): string => `just over ${border}`,
    noWhole: 'no values on the steps of the parameters lie there',
    outOfLimits: 'the ends of the parameters leave no room for it',
    reading: 'Just beside a border is within one step of one of its parameters. The point on an open border (<, >) lies outside.',
  },
  crud: {
    none: 'not there',
    there: 'there',
    gone: 'deleted',
    noCreate: 'Nothing creates the resource: name the operation that does, with "kind": "create".',
    twice: (name: string): string => `The operation "${name}" stands twice. Give each a name of its own.`,
    notUnique: (resource: string): string =>
      `Creating "${resource}" again creates another one. Set "unique": true if it is refused.`,
    notAgain: (resource: string): string =>
      `Creating "${resource}" again after it was deleted is not tested ("again": true says that it works).`,
  },
  useCase: {
    main: 'main flow',
    extension: (name: string, at: string): string => `${name}, instead of ${at}`,
    noSteps: 'The use case has no steps: name those of its main flow.',
    unknown: (extension: string, step: string, near: string | undefined): string =>
      `The extension "${extension}" names the step "${step}", which the main flow doesn't have.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    twice: (step: string, extension: string): string =>
      `The step "${step}", which the extension "${extension}" names, stands twice in the main flow: give each a name of its own.`,
    doubleExtension: (name: string): string => `The extension "${name}" stands twice.`,
    nothingHappens: (name: string): string => `The extension "${name}" has no steps, and nothing happens before or after it.`,
  },
  random: {
    row: (number: number): string => `row ${number}`,
    note: "Random values, repeatable by seed. Their coverage isn't measured.",
    nothing: (draws: number, rules: readonly string[]): string =>
      `No values that keep all constraints were found in ${draws.toLocaleString('en')} draws. ${rules.length === 1 ? 'This one was' : 'These were'} broken: ${rules.map((one) => `"${one}"`).join('; ')}`,
  },
  graph: {
    empty: 'The graph needs causes and effects.',
    tooMany: (count: number, most: number): string =>
      `The graph has ${count} causes; ${most} are possible. Split it by its effects.`,
    twice: (name: string): string => `"${name}" stands twice. Causes and effects have names of their own.`,
    unknown: (where: string, name: string, near: string | undefined): string =>
      `"${where}" uses "${name}", which isn't a cause or an earlier effect.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    notACause: (effect: string, text: string): string => `"${effect}" compares ("${text}"): name a cause for it instead.`,
    tooFew: (number: number): string => `Relation ${number} needs two names at least.`,
    relation: (number: number): string => `relation ${number}`,
    related: {
      exclusive: (of: readonly string[]): string => `at most one of ${of.join(', ')}`,
      inclusive: (of: readonly string[]): string => `at least one of ${of.join(', ')}`,
      'one-and-only-one': (of: readonly string[]): string => `exactly one of ${of.join(', ')}`,
      requires: (of: readonly string[]): string => `${of[0] ?? ''} requires ${of.slice(1).join(', ')}`,
      masks: (of: readonly string[]): string => `${of[0] ?? ''} masks ${of.slice(1).join(', ')}`,
    },
    nothing: (relations: readonly string[]): string =>
      `No combination of causes is possible: ${relations.map((one) => `"${one}"`).join('; ')} contradict each other.`,
    column: (causes: readonly string[], effects: readonly string[]): string =>
      `${causes.length === 0 ? 'always' : causes.join(', ')} → ${effects.length === 0 ? 'nothing' : effects.join(', ')}`,
    never: (effect: string): string => `The effect "${effect}" can never come about.`,
    always: (effect: string): string => `The effect "${effect}" always comes about.`,
  },
  guesses: {
    item: (name: string, guess: string): string => `${name}: ${guess}`,
    none: 'No guess applies to any field.',
    note: 'A guess need not be refused: what is expected is that nothing breaks (no status of 500 and over).',
    unknownGuess: (id: string): string => `There is no guess "${id}".`,
    otherType: (type: string): string => `it is not for fields of type ${type}`,
    onWire: "it can't be sent outside of JSON",
    optional: 'the field may be left out',
    sameValue: 'it is the usual value',
    empty: 'empty',
    blanks: 'only blanks',
    tabs: 'tabs and line ends',
    padded: 'blanks around it',
    nullText: 'the text "null"',
    null: 'null',
    missing: 'left out',
    zero: '0',
    minusZero: '-0',
    minusOne: 'negative',
    tooPrecise: '2^53, from where doubles lose units',
    overInt32: '2^31, one over 32 bits',
    huge: 'nearly too large for a double',
    fraction: 'a fraction without an exact binary form',
    numberText: 'a number as text',
    exponent: 'a number with an exponent, as text',
    notANumber: 'NaN',
    truthText: 'true as text',
    truthNumber: '1 instead of true',
    astral: 'characters outside of the basic plane',
    combining: 'a letter with a combining accent',
    rightToLeft: 'right-to-left text with an override',
    nul: 'NUL in the middle',
    zeroWidth: 'zero width characters only',
    veryLong: '10,000 characters',
    sql: 'metacharacters of SQL',
    html: 'metacharacters of HTML',
    template: 'metacharacters of templates',
    path: 'a path that climbs',
    percent: 'percent-encoded NUL and path',
    noDay: 'a day that is not',
    leapDay: 'a leap day',
    yearZero: 'the year 0',
    farYear: 'the last year of four digits',
    otherOrder: 'a date in another order',
    leapSecond: 'a leap second',
    noZone: 'a time without a zone',
    farZone: 'the farthest zone',
    noItems: 'no items',
    oneNull: 'null as an item',
    noMembers: 'no members',
    listForObject: 'a list for an object',
    prototype: 'a member named __proto__',
    duplicateKey: 'a member that stands twice',
    unknownField: 'an unknown field',
    wrongType: 'a wrong content type',
    brokenJson: 'JSON that breaks off',
    noBody: 'no body',
    deep: 'JSON of 1,000 levels',
  },
  foreign: {
    none: 'NA',
    operator: 'an operator (=>, <=>, ||, &&) or the end',
    operand: 'a parameter, a value, "!" or "("',
    actsParameter: 'a parameter is a name, its type and values: OS (enum) : Linux, Windows',
    actsRelation: 'a relation is parameters and a strength: R1 : (OS, Browser, 3)',
    ctwedgeParameter:
      'a range goes from a number to one that is not smaller, in 100,000 steps at most: Size : [ 1 .. 10 ] step 2',
    noModelXml: "This XML isn't an ACTS model (System with Parameters) or a Tcases input (System with Function).",
    tooLong: 'The constraint is too long in PICT’s words. Split it, or compare fewer parameters in it.',
    onlySchema: (name: string): string =>
      `"${name}" is left out: it has no values but what its schema allows. Give it values in the model.`,
    once: 'Values that Tcases takes only once ("once") are combined like all others.',
    notApplicable: 'NA stands for a variable that does not apply, as its condition says.',
  },
  pict: {
    line: (number: number, text: string): string => `Line ${number}: ${text}`,
    noColon: 'a parameter is a name, a colon and values separated by commas: Size: 10, 100, 500',
    notFirst:
      'PICT takes a line for a parameter where the first constraint begins with NOT, IsNegative or IsPositive: put it in parentheses, ([…]), or behind another constraint.',
    noValues: (name: string): string => `the parameter "${name}" has no values: name them behind the colon, separated by commas.`,
    badGroup: 'a sub-model is names in braces and a number: { Type, Size } @ 3',
  },
} as const
