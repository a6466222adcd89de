/** What is said of a project that could be read; `file-texts.ts` has what its reading says. */
export const texts = {
  // names in paths
  step: (index: number) => `step ${index + 1}`,
  item: (index: number) => String(index + 1),
  wholeFile: 'the file',

  // problems
  loopWithoutEnd: 'this loop has no Loop End',
  endWithoutLoop: 'this Loop End has no Loop Start',
  emptyCondition: 'asks nothing: add a check, or take the condition away',
  conditionOfEnd: 'stands at the end of a loop, which runs as its Loop Start does: put the condition there',
  noAnswerYet: (source: string) => `asks for ${source}, and before a case there is no answer: it can ask for variables only`,
  noStep: (id: string) => `refers to the step "${id}", which is not in this case`,
  stepWithoutResult: (name: string) => `refers to the step "${name}", which has no result to look at`,
  laterStep: (name: string) => `refers to the step "${name}", which comes after this one and has no result yet`,
  disabledStep: (name: string) => `refers to the step "${name}", which is disabled and has no result`,
  endedLoop: (name: string) => `refers to the step "${name}", which stands in a loop that has ended and has no result any more`,
  noApi: (id: string) => `refers to the API "${id}", which is not there`,
  noConnection: (id: string) => (id === '' ? 'has no connection' : `refers to the connection "${id}", which is not there`),
  noDataSource: (id: string) => `refers to the data source "${id}", which is not there`,
  badRow: (row: number, why: string) => `row ${row} ${why}`,
  badLine: (line: number, why: string) => `line ${line} ${why}`,
  moreBadRows: 'more rows after these can not be used either',
  noTarget: (id: string) => `refers to the case or suite "${id}", which is not there`,
  noCaseBefore: (id: string) => `refers to the case "${id}", which is not there`,
  noMetric: (metric: string, known: readonly string[]) => `"${metric}" is no metric of a load test: ${known.join(', ')}`,
  noEnvironment: (id: string) => `refers to the environment "${id}", which is not there`,
  doubleVariable: (name: string) => `the variable "${name}" stands here twice`,
  noHost: (text: string) =>
    text.trim() === ''
      ? 'is empty: a client certificate is shown to no host'
      : `"${text}" is not a host: api.example.com, api.example.com:8443 or *.example.com`,
  noCertificate: 'is missing: the client certificate has no key',
  doubleName: (name: string) => `the name "${name}" stands here twice`,
  onlyWith: (environments: readonly string[]) =>
    `It is one with the environment ${environments
      .slice(0, 10)
      .map((name) => JSON.stringify(visible(name)))
      .concat(environments.length > 10 ? [`${environments.length - 10} more`] : [])
      .join(' or ')}.`,

  badDestination: (name: string) =>
    name === ''
      ? 'the name of the variable is missing'
      : `${JSON.stringify(visible(name))} can't be the name of a variable: letters, digits, "_", "." and "-", a letter or "_" first; random, now, env and uuid are reserved`,

  // secrets in clear
  unknownVariable: (name: string, near: string | undefined) =>
    `nothing in the project has or sets the variable "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
  literalSecret: 'looks like a secret in clear; store it as a secret of a variable and refer to it as "${name}"',
}

/** Characters that change how a text looks without being seen: bidirectional marks, zero-width ones, lone surrogates (R9). */
export function isInvisible(point: number): boolean {
  return (
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x202a && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    (point >= 0xd800 && point <= 0xdfff) ||
    point === 0xfeff ||
    point === 0x61c
  )
}

/** A name with every control and invisible character written as `\u202e`, so that it can't pass for another (R9). */
export const visible = (text: string): string =>
  Array.from(text, (unit) => {
    const point = unit.codePointAt(0) ?? 0
    const hidden = point < 0x20 || (point >= 0x7f && point < 0xa0) || isInvisible(point)
    return hidden ? `\\u${point.toString(16).padStart(4, '0')}` : unit
  }).join('')
