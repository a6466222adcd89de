const operators: Readonly<Record<string, (value: string) => string>> = {
  eq: (value) => `to.equal(${value})`,
  neq: (value) => `to.not.equal(${value})`,
  gt: (value) => `to.be.above(${value})`,
  gte: (value) => `to.be.at.least(${value})`,
  lt: (value) => `to.be.below(${value})`,
  lte: (value) => `to.be.at.most(${value})`,
  in: (value) => `to.be.oneOf(${value})`,
  notIn: (value) => `to.not.be.oneOf(${value})`,
  contains: (value) => `to.include(${value})`,
  notContains: (value) => `to.not.include(${value})`,
  length: (value) => `to.have.lengthOf(${value})`,
  between: (value) => `to.be.within(${value})`,
  isEmpty: () => 'to.be.empty',
  isNotEmpty: () => 'to.not.be.empty',
  isNull: () => 'to.be.null',
  isUndefined: () => 'to.be.undefined',
  isDefined: () => 'to.not.be.undefined',
  isTruthy: () => 'to.be.true',
  isFalsy: () => 'to.be.false',
  isNumber: () => 'to.be.a("number")',
  isString: () => 'to.be.a("string")',
  isBoolean: () => 'to.be.a("boolean")',
  isArray: () => 'to.be.an("array")',
  isJson: () => 'to.be.an("object")',
}

/** A line of an `assert` block (`res.status: eq 200`) as the statement of a test that says the same. */
export function assertionScript(expression: string, condition: string): string {
  const subject = expression.replace(/^\$res/, 'res')
  const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(condition.trim()) ?? []
  if (/^(not)?[mM]atches$/.test(word))
    return `expect(${subject}).to.${word.startsWith('not') ? 'not.' : ''}match(${pattern(rest)})`
  if (word === 'startsWith' || word === 'endsWith') return `expect(${subject}.${word}(${literal(rest)})).to.be.true`
  const operator = Object.hasOwn(operators, word) ? operators[word] : undefined
  // Without an operator the whole is what is expected.
  if (operator === undefined) return `expect(${subject}).to.equal(${literal(condition.trim())})`
  const value = /^(in|notIn|between)$/.test(word) ? list(rest, word === 'between') : literal(rest)
  return `expect(${subject}).${operator(value)}`
}

const pattern = (text: string): string => (/^\/.*\/[a-z]*$/.test(text) ? text : `/${text.replaceAll('/', '\\/')}/`)

/** A value as it would be written in a script: JSON unchanged, a variable by its name, everything else as a string. */
function literal(text: string): string {
  const variable = /^\{\{([^{}]+)\}\}$/.exec(text.trim())?.[1]
  if (variable !== undefined) return `bru.getVar(${JSON.stringify(variable.trim())})`
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    const quoted = /^'(.*)'$/s.exec(text)?.[1]
    return text.includes('{{') ? `bru.interpolate(${JSON.stringify(text)})` : JSON.stringify(quoted ?? text)
  }
}

function list(text: string, bare: boolean): string {
  const parts = text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => literal(part.trim()))
    .join(', ')
  return bare ? parts : `[${parts}]`
}
