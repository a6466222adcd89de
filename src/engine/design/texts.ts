import type { Value } from './result.ts'

const shown = (value: Value): string => (typeof value === 'string' ? value : String(value))

const endNames: Readonly<Record<string, string>> = {
  date: 'date, such as 2026-01-31',
  'date-time': 'time, such as 2026-01-31T12:00:00Z',
  text: 'length (whole number, 0 or more)',
  list: 'size (whole number, 0 or more)',
}

/** What the test designer says to users. */
export const designTexts = {
  pair: (name: string, value: Value): string => `${name} = ${shown(value)}`,
  tuple: (pairs: readonly string[]): string => pairs.join(', '),
  oneInvalid: (a: string, b: string): string => `one invalid value per test: ${a} and ${b} would mask each other`,

  stopped: 'Stopped before the suite was complete.',
  noParameters: 'Add a parameter with its values, for example Size: 10, 100, 500. The model has none.',
  noValues: (name: string): string => `The parameter "${name}" has no values. Add at least one.`,
  noValidValues: (name: string): string => `The parameter "${name}" has only invalid values. Add a valid one.`,
  twice: (name: string): string => `Rename the duplicate parameter "${name}". Parameter names are case-insensitive.`,
  unknownParameter: (name: string, near: string | undefined): string =>
    `Unknown parameter "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  unknownValue: (parameter: string, value: string): string =>
    `The parameter "${parameter}" has no value "${value}". Add it, or use another value.`,
  strength: (strength: number, count: number): string =>
    `Set the strength to a whole number from 1 to ${count}. The strength is ${strength}, but there are only ${count} parameters.`,
  tooMany: (count: number, most: number): string =>
    `The model has ${count.toLocaleString('en')} combinations of values to cover, over the limit of ${most.toLocaleString('en')}. Lower the strength or remove values.`,
  nothingLeft: (rules: readonly string[]): string =>
    `No test is possible ${rules.length === 1 ? 'with this constraint' : 'with these constraints'}: ${rules.map((rule) => `"${rule}"`).join('; ')}`,
  badRow: (number: number, rules: readonly string[]): string =>
    `Row ${number} is omitted: it violates ${rules.map((rule) => `"${rule}"`).join(' and ')}.`,
  notToldApart: 'Several constraints in combination. Identifying them would take too long in this model.',
  groupIsSet: 'Combinations contained in a larger required combination are counted once.',
  invalidApart: 'Tests without invalid values cover all combinations of valid values. A test has at most one invalid value.',
  subModel: 'Each sub-model is covered at its own strength. PICT also combines its complete rows, which gives more tests.',

  prefix: (count: number, all: number, percent: number): string => `The first ${count} of ${all} tests cover ${percent} %.`,

  classes: {
    none: (parameter: string): string => `The parameter "${parameter}" has no classes. Add at least one.`,
    empty: (parameter: string, name: string, from: string, to: string): string =>
      `Change the bounds of the class "${name}" of "${parameter}": its start ${from} is after its end ${to}.`,
    overlap: (parameter: string, a: string, b: string, value: string): string =>
      `Change the bounds of the classes "${a}" and "${b}" of "${parameter}": both contain ${value}.`,
    wholeStep: (parameter: string, step: number): string =>
      `Set "type": "number" for "${parameter}", or use a whole number as its step. The step is ${step}.`,
    point: (parameter: string, value: string, name: string): string => `${parameter} = ${value} (${name})`,
    outside: (parameter: string, value: string): string => `${parameter} = ${value} isn't in any class, so it is omitted.`,
    allBoundaries: 'Boundaries of invalid classes are included ("all-boundaries").',
    validBoundaries: 'Only boundaries of valid classes and their neighbors are included ("valid-boundaries").',
    badEnd: (parameter: string, name: string, end: string, type: string): string =>
      `The class "${name}" of "${parameter}" has the boundary "${end}". Enter a ${endNames[type] ?? 'number'}.`,
    noOrder: 'Add classes with "from" and "to" to a parameter. No parameter has boundaries.',
    unordered: (parameter: string, value: string): string => `${parameter} stays ${value}: its values have no order.`,
    noClass: 'not in any class',
    combined: {
      robust: 'Values just outside all classes must be rejected ("robust").',
      'worst-case': 'All combinations of valid boundaries and inner values are tested ("worst-case").',
      'robust-worst-case':
        'All combinations of boundaries, including invalid ones, are tested ("robust-worst-case"). A test can have several invalid values.',
    },
  },
  states: {
    noStates: 'Add states and an initial state. The machine has none.',
    noTransitions: 'Add transitions. The machine only has states.',
    twice: (state: string): string => `Rename or remove the duplicate state "${state}".`,
    unknown: (state: string, near: string | undefined): string =>
      `Unknown state "${state}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    sameTransition: (from: string, event: string): string => `Remove the duplicate transition from "${from}" on "${event}".`,
    twoWays: (from: string, event: string): string => `Add a guard: in "${from}", the event "${event}" has two transitions.`,
    invalid: (state: string, event: string): string => `${state} refuses ${event}`,
    noWay: (initial: string, state: string): string => `"${state}" isn't reachable from "${initial}"`,
    unreachable: (states: readonly string[]): string => `Not reachable from the initial state: ${states.join(', ')}.`,
    ends: (states: readonly string[]): string => `No outgoing transitions: ${states.join(', ')}. Tests end there.`,
    refused: '(refused)',
    tooManyLoops: 'The machine has too many loops to list them all. Choose another coverage, or split the machine.',
    tooManySequences: (most: number): string =>
      `Allow fewer extra states, or choose wp or an n-switch. This method needs more than ${most.toLocaleString('en')} sequences.`,
    tour: (tests: number, events: number): string =>
      `Proven minimal: ${events} events and ${tests} starts. No other set of tests covers every transition with a smaller total.`,
    characterising: (sequences: readonly string[]): string =>
      `Characterising set: ${sequences.map((one) => `"${one}"`).join(', ')}.`,
    alike: (a: string, b: string): string =>
      `"${a}" and "${b}" can't be distinguished: they respond the same to every sequence of events.`,
    hidden: (count: number): string =>
      `${count === 1 ? 'One state' : `${count} states`} can't be reached or distinguished. The sequences are longer to cover implementations where they can.`,
    completed: 'An event without a transition should be rejected and change nothing.',
    guards: 'Guards are text only. Make them true when you run a test. An event with a guard counts as allowed in its state.',
  },
  table: {
    else: 'else',
    always: 'always',
    rule: (number: number, when: string): string => `rule ${number}: ${when}`,
    empty: 'The table needs conditions with values, and at least one rule.',
    twice: 'Remove the duplicate condition.',
    unknownCondition: (rule: number, name: string): string => `Add the condition "${name}", or remove it from rule ${rule}.`,
    unknownAction: (rule: number, name: string): string => `Add the action "${name}", or remove it from rule ${rule}.`,
    contradiction: (a: string, b: string): string =>
      `Contradiction: ${a} and ${b} apply together but have different actions. The first one is expected.`,
    missing: (count: number, example: string): string =>
      `Incomplete: ${count === 1 ? 'one combination has' : `${count} combinations have`} no rule, ${count === 1 ? 'namely' : 'for example'} ${example}.`,
    redundant: (rule: string, by: string, example: string): string =>
      `Redundant: ${by} already covers every case of ${rule}, for example ${example}.`,
    impossible: (rule: string, because: readonly string[]): string =>
      `Impossible: ${rule}${because.length === 0 ? '' : ` (${because.join('; ')})`}.`,
    collapse: (a: string, b: string): string => `Merge ${a} and ${b}: they have the same actions and differ in one condition.`,
    elseHides: (count: number, values: readonly string[]): string =>
      `The else rule covers ${count} combinations with one test. To test ${values.slice(0, 10).join(', ')}${values.length > 10 ? `, and ${values.length - 10} more` : ''}, add a rule with that value.`,
    nothingElse: 'the other rules cover everything',
    nothing: (impossible: readonly string[]): string =>
      `No column of the table is possible. Check the conditions that rule each other out: ${impossible.join('; ')}.`,
  },

  constraint: {
    in: (constraint: string, at: number, text: string): string => `Constraint "${constraint}", character ${at + 1}: ${text}`,
    idle: (constraint: string): string =>
      `Check the spelling of values in the constraint "${constraint}": a comparison is always true or always false.`,
    expected: (what: string, found: string): string => `expected ${what}, found ${found === '' ? 'the end' : `"${found}"`}.`,
    unclosed: (what: string): string => `${what} isn't closed.`,
    types: (name: string, isNumeric: boolean): string =>
      isNumeric
        ? `Compare "${name}" with a number: it has numeric values.`
        : `Compare "${name}" with a quoted string: it has string values.`,
    parameter: 'a parameter such as [name]',
    relation: 'a relation (=, <>, <, <=, >, >=, IN, LIKE, NOT IN, NOT LIKE)',
    negated: 'IN or LIKE after NOT',
    value: 'a number or a quoted string',
    tooWide: (constraint: string): string =>
      `Constraint "${constraint}" excludes too many combinations. Split it, or compare fewer parameters.`,
  },
  models: {
    tooManyFields: (most: number): string =>
      `Only the first ${most} body fields are in the model. The others keep their example values.`,
    circle: (field: string): string => `"${field}" is recursive. Its nested levels are omitted.`,
    readOnly: (field: string): string => `"${field}" is read-only and isn't sent.`,
    noValues: (name: string, conflict: string): string =>
      `"${name}" is omitted: ${conflict === '' ? 'none of its values is valid in the body' : `no value was found that satisfies ${conflict}`}. Give it an example.`,
    contradiction: (name: string, conflict: string): string =>
      conflict === ''
        ? `Add an example for "${name}" to the API definition. No valid value was found.`
        : `No value of "${name}" can fit ${conflict}. Fix the API definition, or add a matching example.`,
    onlyItself: (refs: readonly string[]): string =>
      `Define one of these schemas: ${refs.join(' to ')}. They only refer to each other.`,
    badSchema: (reason: string): string => `The schema can't be used: ${reason}`,
    noFittingBody: (reason: string): string =>
      `Check the first values: no body that satisfies the complete schema was found (${reason}).`,
    noOperation: (key: string, near: string | undefined): string =>
      `The API definition has no operation "${key}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    noRefusal: "Any status from 400 to 499 is expected: the API definition doesn't specify a single status for invalid requests.",
    pathNames: 'Use an existing value in the path, or create the resource in an earlier step.',
    otherBody: (types: readonly string[]): string =>
      `The body (${types.join(', ')}) is neither JSON nor a form and stays unchanged.`,
    oneExample: "Add limits and optional fields to the model. It is based on one example, which doesn't show them.",
  },
  mcdc: {
    empty: 'Enter a decision, for example (member and total > 100) or coupon',
    expected: (text: string, at: number, what: string, found: string): string =>
      `Decision "${text}", character ${at}: expected ${what}, found ${found === '' ? 'the end' : `"${found}"`}.`,
    operator: 'and, or, xor or the end',
    parameter: 'a parameter such as total or [unit price]',
    relation: 'a comparison (=, <>, <, <=, >, >=, in)',
    chain: 'and, or (1 < x < 5 is written 1 < x and x < 5)',
    order: '= or <> (strings and booleans have no order)',
    value: 'a quoted string or a number',
    number: 'a number or a numeric parameter',
    linear: 'a number (only linear sums can be solved)',
    kinds: { number: 'numbers', flag: 'true or false', text: 'strings' },
    twoKinds: (name: string, a: string, b: string): string =>
      `Compare "${name}" with values of one type: it is compared with ${a} and ${b}.`,
    tooMany: (count: number, most: number): string => `Split the decision: it has ${count} conditions, the limit is ${most}.`,
    tooManyLines: (count: number, most: number): string =>
      `Remove conditions: ${count} of them have ${(2 ** count).toLocaleString('en')} combinations, each of them a test. The limit is ${most} conditions.`,
    tooWide: 'Split the decision: its conditions share too many parameters to determine which can be true together.',
    constant: (name: string, truth: boolean): string => `"${name}" is always ${truth} for all parameter values`,
    noSay: (name: string): string => `the outcome never depends on "${name}"`,
    coupled: (name: string, other: string): string => `"${name}" is coupled with "${other}": they can't change independently`,
    noneDecides: (because: readonly string[]): string =>
      `Nothing to test: no single condition can affect the decision (${because.join('; ')}).`,
    noValues: (text: string): string => `no parameter values give ${text}`,
    oneOutcome: (truth: boolean): string => `the decision is always ${truth}`,
    repeated: (text: string, count: number): string => `"${text}" occurs ${count} times and is treated as one condition.`,
    together: (conditions: readonly string[]): string =>
      `Coupled, since they compare the same parameters: ${conditions.map((one) => `"${one}"`).join(', ')}.`,
  },
  sequences: {
    next: ' … ',
    rule: (first: string, next: string): string => `${first} before ${next}`,
    twice: (event: string): string => `Rename or remove the duplicate event "${event}".`,
    unknown: (event: string, near: string | undefined): string =>
      `Unknown event "${event}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    tooFew: (count: number, strength: number): string =>
      `Add events or lower the strength: it is ${strength}, but there ${count === 1 ? 'is 1 event' : `are ${count} events`}.`,
    tooMany: (count: number, most: number): string =>
      `The events have ${count.toLocaleString('en')} orders to cover, over the limit of ${most.toLocaleString('en')}. Lower the strength or remove events.`,
    circle: (rules: readonly string[]): string =>
      `Remove one of the circular rules (${rules.join('; ')}): they leave no possible order.`,
  },
  tree: {
    twice: (name: string, leaf: string): string => `Rename or remove the duplicate class "${leaf}" under "${name}".`,
  },
  domain: {
    noBorders: 'Enter a border, for example total + 2*tax <= 100',
    noBorder: (text: string): string =>
      `"${text}" isn't a border. Compare two sums of numbers, for example total + 2*tax <= 100.`,
    unequal: (text: string): string =>
      `"${text}" has valid values on both sides. Write it as two borders, with < and >, in separate designs.`,
    noNumber: (name: string): string => `Use numeric parameters: borders compare numbers, and "${name}" isn't one.`,
    empty: (name: string, from: number, to: number): string =>
      `Change the range of "${name}": its start ${from} is after its end ${to}.`,
    nothing: (borders: readonly string[]): string =>
      borders.length === 0
        ? 'Change the parameter ranges: they contain no value.'
        : `Change the ranges or borders. No value is inside ${borders.length === 1 ? 'this border' : 'all of these borders'}: ${borders.map((one) => `"${one}"`).join('; ')}`,
    on: (border: string): string => `on ${border}`,
    offOutside: (border: string): string => `off ${border}, just outside`,
    offInside: (border: string): string => `off ${border}, just inside`,
    under: (border: string): string => `just under ${border}`,
    over: (border: string): string => `just over ${border}`,
    noWhole: 'the parameter steps have no value there',
    outOfLimits: 'it is outside the parameter ranges',
    reading: 'Points next to a border are within one step of one parameter. Points on an open border (<, >) are outside.',
  },
  crud: {
    none: 'not there',
    there: 'there',
    gone: 'deleted',
    noCreate: 'Add an operation with "kind": "create". No operation creates the resource.',
    twice: (name: string): string => `Rename the duplicate operation "${name}".`,
    notUnique: (resource: string): string =>
      `Creating "${resource}" again creates another one. Set "unique": true if it is rejected.`,
    notAgain: (resource: string): string =>
      `Creating "${resource}" again after deletion isn't tested. Set "again": true if it works.`,
  },
  useCase: {
    main: 'main flow',
    extension: (name: string, at: string): string => `${name}, instead of ${at}`,
    noSteps: 'Add the steps of the main flow. The use case has none.',
    unknown: (extension: string, step: string, near: string | undefined): string =>
      `The extension "${extension}" refers to the step "${step}", which isn't in the main flow.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    twice: (step: string, extension: string): string =>
      `Rename one of the steps "${step}" in the main flow: the extension "${extension}" refers to it.`,
    doubleExtension: (name: string): string => `Rename or remove the duplicate extension "${name}".`,
    nothingHappens: (name: string): string => `Add steps to the extension "${name}". It is empty.`,
  },
  random: {
    row: (number: number): string => `row ${number}`,
    note: "Random values, repeatable by seed. Their coverage isn't measured.",
    nothing: (draws: number, rules: readonly string[]): string =>
      `No values that keep all constraints were found in ${draws.toLocaleString('en')} draws. ${rules.length === 1 ? 'This one was' : 'These were'} broken: ${rules.map((one) => `"${one}"`).join('; ')}`,
  },
  graph: {
    empty: 'Add causes and effects to the graph.',
    tooMany: (count: number, most: number): string => `Split the graph by effects: it has ${count} causes, the limit is ${most}.`,
    twice: (name: string): string => `Rename the duplicate "${name}". Names of causes and effects are unique.`,
    unknown: (where: string, name: string, near: string | undefined): string =>
      `"${where}" uses "${name}", which isn't a cause or an earlier effect.${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    notACause: (effect: string, text: string): string => `Use a cause in "${effect}" instead of the comparison "${text}".`,
    tooFew: (number: number): string => `Relation ${number} needs at least two names.`,
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
    never: (effect: string): string => `The effect "${effect}" can never occur. Check its formula.`,
    always: (effect: string): string => `The effect "${effect}" always occurs. Check its formula.`,
  },
  guesses: {
    item: (name: string, guess: string): string => `${name}: ${guess}`,
    none: 'Choose other guesses: none of these applies to any field.',
    note: 'Guesses may be accepted or rejected. The check is that no response has a status of 500 or higher.',
    unknownGuess: (id: string): string => `Remove the unknown guess "${id}", or correct its ID.`,
    otherType: (type: string): string => `it doesn't apply to fields of type ${type}`,
    onWire: 'it can only be sent in JSON',
    optional: 'the field is optional',
    sameValue: 'it is the usual value',
    empty: 'empty',
    blanks: 'only spaces',
    tabs: 'tabs and line breaks',
    padded: 'surrounding spaces',
    nullText: 'the text "null"',
    null: 'null',
    missing: 'left out',
    zero: '0',
    minusZero: '-0',
    minusOne: 'negative',
    tooPrecise: '2^53, where doubles lose integer precision',
    overInt32: '2^31, one above the 32-bit limit',
    huge: 'close to the largest double',
    fraction: 'a fraction with no exact binary value',
    numberText: 'a number as text',
    exponent: 'a number with an exponent, as text',
    notANumber: 'NaN',
    truthText: 'true as text',
    truthNumber: '1 instead of true',
    astral: 'characters outside the basic multilingual plane',
    combining: 'a letter with a combining accent',
    rightToLeft: 'right-to-left text with an override',
    nul: 'NUL in the middle',
    zeroWidth: 'only zero-width characters',
    veryLong: '10,000 characters',
    sql: 'SQL metacharacters',
    html: 'HTML metacharacters',
    template: 'template metacharacters',
    path: 'path traversal',
    percent: 'percent-encoded NUL and path',
    noDay: 'a nonexistent day',
    leapDay: 'a leap day',
    yearZero: 'the year 0',
    farYear: 'the last four-digit year',
    otherOrder: 'a date in a different order',
    leapSecond: 'a leap second',
    noZone: 'a time without a zone',
    farZone: 'the largest UTC offset',
    noItems: 'no items',
    oneNull: 'null as an item',
    noMembers: 'no members',
    listForObject: 'an array instead of an object',
    prototype: 'a member named __proto__',
    duplicateKey: 'a duplicate member',
    unknownField: 'an unknown field',
    wrongType: 'a wrong content type',
    brokenJson: 'truncated JSON',
    noBody: 'no body',
    deep: 'JSON with 1,000 levels',
  },
  foreign: {
    none: 'NA',
    operator: 'an operator (=>, <=>, ||, &&) or the end',
    operand: 'a parameter, a value, "!" or "("',
    actsParameter: 'write a parameter as name, type and values: OS (enum) : Linux, Windows',
    actsRelation: 'write a relation as parameters and a strength: R1 : (OS, Browser, 3)',
    ctwedgeParameter: 'write a range in ascending order with at most 100,000 steps: Size : [ 1 .. 10 ] step 2',
    noModelXml: 'Choose an ACTS model (System with Parameters) or a Tcases input (System with Function). This XML is neither.',
    tooLong: 'Split the constraint, or compare fewer parameters. It is too long as a PICT constraint.',
    onlySchema: (name: string): string =>
      `Add values for "${name}" to the model. It is omitted because only its schema limits it.`,
    once: 'Values marked "once" in Tcases are combined like all others.',
    notApplicable: "NA marks a variable whose condition doesn't apply.",
  },
  pict: {
    line: (number: number, text: string): string => `Line ${number}: ${text}`,
    noColon: 'write a parameter as a name, a colon and comma-separated values: Size: 10, 100, 500',
    notFirst:
      'Put the first constraint in parentheses, ([…]), or after another one. PICT reads a first line starting with NOT, IsNegative or IsPositive as a parameter.',
    noValues: (name: string): string => `the parameter "${name}" has no values: add them after the colon, separated by commas.`,
    badGroup: 'write a sub-model as names in braces and a number: { Type, Size } @ 3',
  },
} as const
